import type { CandidateStatus } from '@headwater/contract/statuses';
import type { StatusRow } from './store.ts';

const plain = (row: StatusRow) => ({
  id: row.id,
  name: row.name,
  color: row.color,
  order: row.position,
  is_active: row.is_active,
  selected: row.selected,
  in_use: row.in_use,
  used_by_mixmax: row.used_by_mixmax,
});

const withSubstatuses = (row: StatusRow, rows: readonly StatusRow[]): CandidateStatus => ({
  ...plain(row),
  substatuses: rows.filter((other) => other.parent_id === row.id).map(plain),
});

/** STS-004, STS-005: first level in its order, each with its substatuses. */
export const presentStatuses = (rows: readonly StatusRow[]): CandidateStatus[] =>
  rows.filter((row) => row.parent_id === null).map((row) => withSubstatuses(row, rows));

export function presentStatus(rows: readonly StatusRow[], id: number): CandidateStatus {
  const row = rows.find((status) => status.id === id);
  if (!row) throw new Error(`status ${id} was written and cannot be read`);
  return withSubstatuses(row, rows);
}
