import { storedSearchPath } from '@headwater/domain/query/stored-search';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { findPlaces } from './store.ts';

/** Names and addresses of own searches, by id. */
export async function findOwnSearches(tx: Tx, { userId }: Actor, ids: readonly number[]) {
  const rows = ids.length > 0 ? await findPlaces(tx, userId, ids) : [];
  return new Map(rows.map((row) => [row.id, { name: row.name, place: storedSearchPath(row) }]));
}
