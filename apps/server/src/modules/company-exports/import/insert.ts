import type { Tx } from '#platform/database/database.ts';
import { inSavepoint } from '#platform/database/savepoint.ts';
import type { CompanyTable } from '../store/catalog.ts';
import { rowsName } from '../manifest.ts';
import { insertRows } from '../store/insert-rows.ts';
import { lastLine } from '../store/stage-rows.ts';
import { unusable } from './archive.ts';

interface Refused {
  message: string;
  code?: string;
  detail?: string;
  column?: string;
}

const uniqueViolation = '23505';

function explain({ message, code, column }: Refused): string {
  if (code === '23502' && column) return `names nothing in the export in the field "${column}"`;
  if (code === uniqueViolation) return `has a value that is there already, in the export or in this installation (${message})`;
  return `is refused: ${message}`;
}

const attempt = (tx: Tx, table: CompanyTable, lines: { from: number; to: number }): Promise<Refused | undefined> =>
  inSavepoint(tx, async () => void (await insertRows(tx, table, lines)));

/** Throws StartupError with the line that the database refuses, which is found by halving. */
export async function insertTable(tx: Tx, table: CompanyTable): Promise<void> {
  let [from, to] = [1, await lastLine(tx, table)];
  let refused = to === 0 ? undefined : await attempt(tx, table, { from, to });
  if (!refused) return;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const first = await attempt(tx, table, { from, to: middle });
    if (first) [to, refused] = [middle, first];
    else from = middle + 1;
  }
  throw unusable(`line ${from} of ${rowsName(table.name)} ${explain(refused)}.`, refused);
}
