import type { Language } from '@headwater/contract/errors';
import type { CandidateStatus } from '@headwater/contract/statuses';
import { statusName } from '@headwater/domain/vacancies/statuses';
import type { StatusRow } from './store.ts';

const plain = (row: StatusRow, language: Language) => ({
  id: row.id,
  name: statusName(row, language),
  color: row.color,
  order: row.position,
  is_active: row.is_active,
  selected: row.selected,
  in_use: row.in_use,
  used_by_mixmax: row.used_by_mixmax,
});

const withSubstatuses = (row: StatusRow, rows: readonly StatusRow[], language: Language): CandidateStatus => ({
  ...plain(row, language),
  substatuses: rows.filter((other) => other.parent_id === row.id).map((other) => plain(other, language)),
});

/** STS-004, STS-005. */
export const presentStatuses = (rows: readonly StatusRow[], language: Language): CandidateStatus[] =>
  rows.filter((row) => row.parent_id === null).map((row) => withSubstatuses(row, rows, language));

export function presentStatus(rows: readonly StatusRow[], { id, language }: { id: number; language: Language }): CandidateStatus {
  const row = rows.find((status) => status.id === id);
  if (!row) throw new Error(`status ${id} was written and cannot be read`);
  return withSubstatuses(row, rows, language);
}
