import { stringify } from 'csv-stringify/sync';
import iconv from 'iconv-lite';
import type { ExportDelimiter, ExportEncoding } from '@headwater/domain/vacancies/export-format';

export interface TableFormat {
  encoding: ExportEncoding;
  delimiter: ExportDelimiter;
  /** EXP-010. */
  isForExcel: boolean;
}

const signs = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** The bytes before the first row: with which mark and separator a spreadsheet opens the file. */
export function tableStart({ encoding, delimiter, isForExcel }: TableFormat): Uint8Array {
  if (!isForExcel) return new Uint8Array();
  // The mark is one of Unicode's alone.
  return iconv.encode(`${encoding === 'utf-8' ? '\uFEFF' : ''}sep=${signs[delimiter]}\r\n`, encoding);
}

/** A cell is one line: many readers take a line within quotation marks for the next row. */
const inOneLine = (cell: string) => cell.replaceAll(/[\r\n\v\f\u0085\u2028\u2029]+/g, ' ').trim();

/** Rows as bytes. What the encoding has no sign for becomes a question mark; for Excel no cell begins as a formula does. */
export const tableRows = (rows: readonly (readonly string[])[], { encoding, delimiter, isForExcel }: TableFormat): Uint8Array =>
  iconv.encode(
    stringify(
      rows.map((row) => row.map(inOneLine)),
      { delimiter: signs[delimiter], record_delimiter: 'windows', escape_formulas: isForExcel },
    ),
    encoding,
  );
