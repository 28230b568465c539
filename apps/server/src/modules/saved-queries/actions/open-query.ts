import type { Actor } from '@headwater/domain/roles';
import type { SearchContext } from '#modules/search/public.ts';
import { AppError } from '#platform/errors.ts';
import { findSavedQuery, type SavedQueryRow, updateSavedQuery } from '../store.ts';
import { findCurrentResults } from './find-current-results.ts';

/** Impersonating staff leave the results unseen. Throws not_found. */
export async function openQuery(context: SearchContext, actor: Actor, id: number): Promise<SavedQueryRow> {
  const { database, clock } = context;
  const row = await database.inCompany(actor.company.id, (tx) => findSavedQuery(tx, actor.userId, id));
  if (!row) throw new AppError('not_found');
  if (actor.originalUserId !== undefined) return row;
  const found = await findCurrentResults(context, actor, row);
  return database.inCompany(actor.company.id, (tx) => updateSavedQuery(tx, id, { ...found, opened_at: clock.now() }));
}
