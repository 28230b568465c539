import { type RawBuilder, sql } from 'kysely';
import type { Ranking } from '@headwater/domain/query/rankings';
import type { Tx } from '#platform/database/database.ts';

export interface HistoryRow {
  id: number;
  query: string;
  filters: string;
  ranking: Ranking;
  folder_id: number | null;
  found: number;
  first_shown_at: Date;
  shown_at: Date;
  user_id: number;
  first_name: string;
  last_name: string;
}

// The search module stores query and filters.
const rows = (where: RawBuilder<unknown>, limit: number, offset: number) => sql<HistoryRow & { total: number }>`
  select h.query_id as id, q.query, q.filters, q.ranking, h.folder_id, h.found, h.first_shown_at, h.shown_at, h.user_id, u.first_name,
    u.last_name
  from search_history h join search_queries q on q.id = h.query_id join users u on u.id = h.user_id
  where not h.is_hidden and ${where} order by h.shown_at desc, h.query_id desc limit ${limit} offset ${offset}`;

export type HistoryScope = { userId: number } | { folderId: number };
const conditionOf = (scope: HistoryScope) => ('userId' in scope ? sql`h.user_id = ${scope.userId}` : sql`h.folder_id = ${scope.folderId}`);

export async function listHistory(tx: Tx, scope: HistoryScope, { limit, offset }: { limit: number; offset: number }) {
  const where = conditionOf(scope);
  const counted = await sql<{ count: number }>`select count(*) as count from search_history h where not h.is_hidden and ${where}`.execute(
    tx,
  );
  return { count: counted.rows[0]?.count ?? 0, rows: (await rows(where, limit, offset).execute(tx)).rows };
}

export async function latestEntry(tx: Tx, userId: number, folderId: number | null): Promise<HistoryRow | undefined> {
  const where = sql`h.user_id = ${userId} and h.folder_id is not distinct from ${folderId}::bigint`;
  return (await rows(where, 1, 0).execute(tx)).rows[0];
}

export interface Shown {
  queryId: number;
  companyId: number;
  userId: number;
  folderId: number | null;
  found: number;
  now: Date;
}

export const saveEntry = (tx: Tx, shown: Shown) =>
  sql`
    insert into search_history (query_id, company_id, user_id, folder_id, found, first_shown_at, shown_at)
    values (${shown.queryId}, ${shown.companyId}, ${shown.userId}, ${shown.folderId}, ${shown.found}, ${shown.now}, ${shown.now})
    on conflict (query_id) do update set found = excluded.found, shown_at = excluded.shown_at, is_hidden = false`.execute(tx);

export const deleteEntry = (tx: Tx, queryId: number) => sql`delete from search_history where query_id = ${queryId}`.execute(tx);

export async function setHidden(tx: Tx, userId: number, { queryId, isHidden }: { queryId: number; isHidden: boolean }): Promise<boolean> {
  const { rows: changed } = await sql`
    update search_history set is_hidden = ${isHidden} where query_id = ${queryId} and user_id = ${userId} returning query_id`.execute(tx);
  return changed.length > 0;
}
