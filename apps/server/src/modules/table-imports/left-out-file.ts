import type { Actor } from '@headwater/domain/roles';
import { type TableFormat, tableRows, tableStart } from '#platform/csv/write-table.ts';
import type { Database } from '#platform/database/database.ts';
import { countParts, findPart, type ImportRow } from './store/imports.ts';
import { importText } from './write-part.ts';

/** IMP-007. The columns of the file, then line and reason, which another import ignores. */
export async function* writeLeftOut(database: Database, { row, actor }: { row: ImportRow; actor: Actor }): AsyncGenerator<Uint8Array> {
  const { language } = actor;
  const format: TableFormat = { encoding: 'utf-8', delimiter: row.options?.delimiter ?? 'comma', reader: 'spreadsheet' };
  const width = row.options?.columns.length ?? 0;
  const titles = Array.from(
    { length: width },
    (_, column) => row.options?.header[column] || importText('leftOut.column', language, { number: column + 1 }),
  );
  yield tableStart(format);
  yield tableRows([[...titles, importText('leftOut.line', language), importText('leftOut.reason', language)]], format);
  const parts = await database.inCompany(row.company_id, (tx) => countParts(tx, row.id));
  for (let number = 0; number < parts; number += 1) {
    const part = await database.inCompany(row.company_id, (tx) => findPart(tx, row.id, number));
    const rows = (part?.left_out ?? []).map(({ line, cells, reason }) => [
      ...cells.slice(0, width),
      ...Array<string>(Math.max(0, width - cells.length)).fill(''),
      String(line),
      importText(`reason.${reason}`, language),
    ]);
    if (rows.length > 0) yield tableRows(rows, format);
  }
}
