import type { Actor } from '@headwater/domain/roles';
import { namesOfFilters } from '#modules/search/public.ts';
import type { StoredRow } from './store.ts';

export const presentStored = (
  { query, filters, ranking, updated_at, updated_by, first_name, last_name }: StoredRow,
  { language }: Actor,
) => ({
  query,
  filters,
  ranking,
  filter_names: namesOfFilters(filters, language),
  updated_at: updated_at.toISOString(),
  updated_by: { id: updated_by, first_name, last_name },
});
