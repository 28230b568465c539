import type { StoredRow } from './store.ts';

export const presentStored = ({ query, filters, ranking, updated_at, updated_by, first_name, last_name }: StoredRow) => ({
  query,
  filters,
  ranking,
  updated_at: updated_at.toISOString(),
  updated_by: { id: updated_by, first_name, last_name },
});
