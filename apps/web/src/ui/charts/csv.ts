import { saveFile } from '#lib/save-file.ts';
import { fileNameOf } from './file-name.ts';

export type CsvCell = string | number | null;

/** Text never begins like a formula (EXP-010). Numbers stay numbers, and a missing value is empty. */
function cellOf(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const guarded = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return `"${guarded.replaceAll('"', '""')}"`;
}

/** With a byte-order mark, without which Excel reads Cyrillic as another encoding. */
const csvOf = (rows: readonly (readonly CsvCell[])[]): string => `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;

export const saveCsv = (title: string, rows: readonly (readonly CsvCell[])[]): Promise<void> =>
  saveFile(new Response(csvOf(rows), { headers: { 'content-type': 'text/csv; charset=utf-8' } }), fileNameOf(title, 'csv'));
