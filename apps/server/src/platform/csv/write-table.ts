import { stringify } from 'csv-stringify/sync';
import iconv from 'iconv-lite';
import { type Delimiter, delimiterSigns } from './delimiters.ts';

export interface TableFormat {
  encoding: 'utf-8' | 'windows-1251';
  delimiter: Delimiter;
  /**
   * `spreadsheet`: byte-order mark and formula guard; `excel`: also a line with the delimiter.
   * `program`: raw rows; `guarded`: formula guard only.
   */
  reader: 'program' | 'guarded' | 'spreadsheet' | 'excel';
}

export function tableStart({ encoding, delimiter, reader }: TableFormat): Uint8Array {
  if (reader === 'program' || reader === 'guarded') return new Uint8Array();
  const mark = encoding === 'utf-8' ? '\uFEFF' : '';
  return iconv.encode(reader === 'excel' ? `${mark}sep=${delimiterSigns[delimiter]}\r\n` : mark, encoding);
}

/** Many readers treat a quoted line break as the end of the row. */
export const inOneLine = (cell: string): string => cell.replaceAll(/[\r\n\v\f\u0085\u2028\u2029]+/g, ' ').trim();

const formulaStart = String.raw`[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`;
const beginsFormula = new RegExp(String.raw`^(?:\s*${formulaStart}|[\t\r\n])`);

/** Also matches after other delimiters, because spreadsheets split at that of their locale. */
function formulasWithin({ delimiter }: TableFormat): RegExp {
  const others = Object.values(delimiterSigns).filter((sign) => sign !== delimiterSigns[delimiter]);
  // The lookahead comes first, so that a run of quotation marks is scanned once.
  return new RegExp(`(?=${formulaStart})(?<=[${others.join('')}\\r\\n]"*)`, 'g');
}

function withoutFormulas(cell: string, within: RegExp | undefined): string {
  const parted = within ? cell.replaceAll(within, "'") : cell;
  return beginsFormula.test(parted) ? `'${parted}` : parted;
}

const guarded = new RegExp(String.raw`^'(?=\s*${formulaStart})`);
const asText = /^="([^"]*)"$/;

/** Strips the apostrophe or the form ="..." that spreadsheets use to mark text. */
export const withoutGuard = (cell: string): string => asText.exec(cell)?.[1] ?? cell.replace(guarded, '');

/** `plain`: a number or date of our own, which needs no guard: -5 stays a number. */
export type CsvCell = string | { plain: string };

/** Unencodable characters become question marks. In a spreadsheet no cell begins like a formula. */
export function tableRows(rows: readonly (readonly CsvCell[])[], format: TableFormat): Uint8Array {
  const { encoding, delimiter, reader } = format;
  const within = reader === 'spreadsheet' || reader === 'guarded' ? formulasWithin(format) : undefined;
  const guard = (cell: string) => (reader === 'program' ? cell : withoutFormulas(cell, within));
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? guard(cell) : cell.plain)));
  // A single CR or LF also ends a row.
  const text = stringify(cells, { delimiter: delimiterSigns[delimiter], record_delimiter: 'windows', quoted_match: /[\r\n]/ });
  return iconv.encode(text, encoding);
}
