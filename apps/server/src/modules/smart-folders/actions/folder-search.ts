import type { Ranking } from '@headwater/domain/query/rankings';
import type { Actor } from '@headwater/domain/roles';
import { visibleVacancies } from '#modules/vacancies/public.ts';
import type { Database } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import { findStored } from '../store.ts';

interface Input {
  folder?: number | null | undefined;
  query?: string | undefined;
  filters?: string | undefined;
  ranking?: Ranking | undefined;
}

/** Filters alone refine the stored query. Missing and hidden vacancies give the same error. */
export async function folderSearch(database: Database, actor: Actor, input: Input) {
  const { folder = null, query, filters } = input;
  const isGiven = query !== undefined || filters !== undefined;
  const names = { query: 'query', filters: 'filters', folder: 'folder' };
  const request = { query: query ?? '', filters: filters ?? '', folderId: folder, names };
  if (folder === null) {
    if (!isGiven) throw new FieldErrors({ query: 'field_empty' });
    return { request, ranking: input.ranking ?? 'relevance' };
  }
  const stored = await database.readInCompany(actor.company.id, async (tx) => {
    const [visible] = await visibleVacancies(tx, actor, [folder]);
    if (!visible) throw new FieldErrors({ folder: 'not_found' });
    return findStored(tx, folder);
  });
  const ranking = input.ranking ?? stored?.ranking ?? 'relevance';
  if (query !== undefined || (isGiven && !stored)) return { request, ranking };
  if (!stored) throw new FieldErrors({ query: 'field_empty' });
  return { request: { ...request, query: stored.query, filters: filters ?? stored.filters }, ranking };
}
