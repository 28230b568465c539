import type { SuppressionView } from '@headwater/contract/suppressions';
import type { Tx } from '#platform/database/database.ts';
import { listUsers } from '#modules/accounts/public.ts';
import type { SuppressionRow } from './store.ts';

export async function presentMany(tx: Tx, rows: readonly SuppressionRow[]): Promise<SuppressionView[]> {
  const isNamed = rows.some((row) => row.added_by !== null || row.released_by !== null);
  const users = isNamed ? await listUsers(tx, { limit: 1000 }) : [];
  const names = new Map(users.map((user) => [user.id, `${user.first_name} ${user.last_name}`.trim()]));
  const person = (id: number | null) => (id === null ? null : { id, name: names.get(id) ?? '' });
  return rows.map((row) => ({
    id: row.id,
    address: row.address,
    reason: row.reason,
    source: row.source,
    note: row.note,
    added_by: person(row.added_by),
    added_at: row.added_at.toISOString(),
    released_at: row.released_at?.toISOString() ?? null,
    released_by: person(row.released_by),
    release_note: row.release_note,
  }));
}

export async function present(tx: Tx, row: SuppressionRow): Promise<SuppressionView> {
  const [view] = await presentMany(tx, [row]);
  if (!view) throw new Error('a row that was given is not presented');
  return view;
}
