import { stringify } from 'csv-stringify/sync';
import iconv from 'iconv-lite';
import { type Delimiter, delimiterSigns } from './delimiters.ts';

export interface TableFormat {
  encoding: 'utf-8' | 'windows-1251';
  delimiter: Delimiter;
  /**
   * Who opens it. For a `spreadsheet` a byte-order mark comes first, and no cell begins as a formula does; for `excel` a line names the delimiter too.
   * A `program` gets the rows as they are. `guarded`: rows alone, safe in a spreadsheet.
   */
  reader: 'program' | 'guarded' | 'spreadsheet' | 'excel';
}

/** The bytes before the first row. */
export function tableStart({ encoding, delimiter, reader }: TableFormat): Uint8Array {
  if (reader === 'program' || reader === 'guarded') return new Uint8Array();
  // The mark is one of Unicode's alone.
  const mark = encoding === 'utf-8' ? '\uFEFF' : '';
  return iconv.encode(reader === 'excel' ? `${mark}sep=${delimiterSigns[delimiter]}\r\n` : mark, encoding);
}

/** For a cell that must be one line: many readers take a line within quotation marks for the next row. */
export const inOneLine = (cell: string): string => cell.replaceAll(/[\r\n\v\f\u0085\u2028\u2029]+/g, ' ').trim();

const formulaStart = String.raw`[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`;
const beginsFormula = new RegExp(String.raw`^(?:\s*${formulaStart}|[\t\r\n])`);

/**
 * Where a cell begins as a formula does, also one that only begins within this one: a spreadsheet that is told no delimiter parts rows at that of its
 * reader's country, and quotation marks keep nothing together that does not begin with one.
 */
function formulasWithin({ delimiter }: TableFormat): RegExp {
  const others = Object.values(delimiterSigns).filter((sign) => sign !== delimiterSigns[delimiter]);
  // What begins a formula is looked for first: a run of quotation marks is walked back over once.
  return new RegExp(`(?=${formulaStart})(?<=[${others.join('')}\\r\\n]"*)`, 'g');
}

function withoutFormulas(cell: string, within: RegExp | undefined): string {
  const parted = within ? cell.replaceAll(within, "'") : cell;
  return beginsFormula.test(parted) ? `'${parted}` : parted;
}

const guarded = new RegExp(String.raw`^'(?=\s*${formulaStart})`);
const asText = /^="([^"]*)"$/;

/** The value of a cell without the apostrophe, or the form ="...", by which spreadsheets keep it a text. */
export const withoutGuard = (cell: string): string => asText.exec(cell)?.[1] ?? cell.replace(guarded, '');

/** Rows as bytes. What the encoding has no sign for becomes a question mark; in a spreadsheet no cell begins as a formula does. */
export function tableRows(rows: readonly (readonly string[])[], format: TableFormat): Uint8Array {
  const { encoding, delimiter, reader } = format;
  const within = reader === 'spreadsheet' || reader === 'guarded' ? formulasWithin(format) : undefined;
  const cells = rows.map((row) => (reader === 'program' ? [...row] : row.map((cell) => withoutFormulas(cell, within))));
  // A single one of the two signs ends a row too.
  const text = stringify(cells, { delimiter: delimiterSigns[delimiter], record_delimiter: 'windows', quoted_match: /[\r\n]/ });
  return iconv.encode(text, encoding);
}
