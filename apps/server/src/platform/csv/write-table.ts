import { stringify } from 'csv-stringify/sync';
import iconv from 'iconv-lite';
import { type Delimiter, delimiterSigns } from './delimiters.ts';

export interface TableFormat {
  encoding: 'utf-8' | 'windows-1251';
  delimiter: Delimiter;
  /**
   * Who opens it. A spreadsheet takes UTF-8 by a mark at the beginning and computes no cell; `excel` is told the delimiter too, by a line of its own
   * before the first row. A program gets the rows alone, as they are.
   */
  reader: 'program' | 'spreadsheet' | 'excel';
}

/** The bytes before the first row. */
export function tableStart({ encoding, delimiter, reader }: TableFormat): Uint8Array {
  if (reader === 'program') return new Uint8Array();
  // The mark is one of Unicode's alone.
  const mark = encoding === 'utf-8' ? '\uFEFF' : '';
  return iconv.encode(reader === 'excel' ? `${mark}sep=${delimiterSigns[delimiter]}\r\n` : mark, encoding);
}

/** For a cell that must be one line: many readers take a line within quotation marks for the next row. */
export const inOneLine = (cell: string): string => cell.replaceAll(/[\r\n\v\f\u0085\u2028\u2029]+/g, ' ').trim();

/** Rows as bytes. What the encoding has no sign for becomes a question mark; in a spreadsheet no cell begins as a formula does. */
export const tableRows = (rows: readonly (readonly string[])[], { encoding, delimiter, reader }: TableFormat): Uint8Array =>
  iconv.encode(
    stringify(
      rows.map((row) => [...row]),
      {
        delimiter: delimiterSigns[delimiter],
        record_delimiter: 'windows',
        // A single one of the two signs ends a row too.
        quoted_match: /[\r\n]/,
        escape_formulas: reader !== 'program',
      },
    ),
    encoding,
  );
