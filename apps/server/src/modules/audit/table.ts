import { tableRows, tableStart, type TableFormat } from '#platform/csv/write-table.ts';
import type { EntryRow } from './store.ts';

const format: TableFormat = { encoding: 'utf-8', delimiter: 'comma', reader: 'spreadsheet' };
const batch = 1000;
const most = 50_000;

const columns: readonly (readonly [string, (row: EntryRow) => string | number | null])[] = [
  ['id', ({ id }) => id],
  ['at', ({ at }) => at.toISOString()],
  ['company_id', ({ company_id }) => company_id],
  ['company', ({ company_name }) => company_name],
  ['kind', ({ kind }) => kind],
  ['user_id', ({ user_id }) => user_id],
  ['user', ({ user_name }) => user_name],
  ['original_user_id', ({ original_user_id }) => original_user_id],
  ['original_user', ({ original_name }) => original_name],
  ['target_kind', ({ target_kind }) => target_kind],
  ['target_id', ({ target_id }) => target_id],
  ['target', ({ target_name }) => target_name],
  ['details', ({ details: { token: _token, ...details } }) => (Object.keys(details).length > 0 ? JSON.stringify(details) : '')],
  ['address', ({ address }) => address],
  ['token', ({ details: { token } }) => token ?? ''],
];

export async function* auditTable(read: (before: number | undefined, limit: number) => Promise<EntryRow[]>): AsyncGenerator<Uint8Array> {
  yield tableStart(format);
  yield tableRows([columns.map(([name]) => name)], format);
  let before: number | undefined;
  for (let written = 0; written < most; written += batch) {
    const rows = await read(before, batch);
    if (rows.length > 0)
      yield tableRows(
        rows.map((row) => columns.map(([, value]) => String(value(row) ?? ''))),
        format,
      );
    if (rows.length < batch) return;
    before = rows.at(-1)?.id;
  }
}
