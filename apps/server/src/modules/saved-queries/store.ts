import type { SavedQueryView } from '@headwater/contract/saved-queries';
import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely';
import type { Ranking } from '@headwater/domain/query/rankings';
import type { UserTables } from '#modules/accounts/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { containing, ofCompany, standing } from '#platform/database/like.ts';

export type Alert = SavedQueryView['alert'];

type SavedQueryTables = Pick<UserTables, 'users'> & {
  saved_queries: {
    id: Generated<number>;
    company_id: ColumnType<number, number, never>;
    user_id: ColumnType<number, number, never>;
    name: string;
    description: string;
    query: string;
    filters: string;
    ranking: Ranking;
    found: number;
    seen: Buffer | null;
    alert: Generated<Alert>;
    alert_found: number | null;
    alert_seen: Buffer | null;
    alert_day: string | null;
    alert_failed: Generated<boolean>;
    is_shared: Generated<boolean>;
    opened_at: Date;
    created_at: ColumnType<Date, Date, never>;
    deleted_at: ColumnType<Date | null, never, Date | null>;
  };
};

const tables = (tx: Tx) => tx.withTables<SavedQueryTables>();
// `seen` and `alert_seen` are large and read only for comparisons.
const columns = [
  'id',
  'name',
  'description',
  'query',
  'filters',
  'ranking',
  'found',
  'alert',
  'is_shared',
  'opened_at',
  'created_at',
] as const;

export type SavedQueryRow = NonNullable<Awaited<ReturnType<typeof findSavedQuery>>>;

export const findSavedQuery = (tx: Tx, userId: number, id: number) =>
  tables(tx)
    .selectFrom('saved_queries')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export const findSeen = (tx: Tx, userId: number, ids: readonly number[]) =>
  tables(tx)
    .selectFrom('saved_queries')
    .select(['id', 'query', 'filters', 'ranking', 'found', 'seen'])
    .where('id', '=', sql<number>`any(${ids})`)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();

export async function listSavedQueries(
  tx: Tx,
  userId: number,
  { of, search, limit, offset }: { of: 'own' | 'colleagues'; search: string; limit: number; offset: number },
) {
  let query = tables(tx).selectFrom('saved_queries').where('deleted_at', 'is', null);
  query = of === 'own' ? query.where('user_id', '=', userId) : query.where('user_id', '!=', userId).where('is_shared', '=', true);
  if (of === 'colleagues') query = query.where('user_id', 'in', tables(tx).selectFrom('users').select('id').where('is_active', '=', true));
  if (search !== '') {
    query = query.where((select) =>
      select.or([select('name', 'ilike', containing(search)), select('description', 'ilike', containing(search))]),
    );
  }
  const { count } = await query.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await query
    .select([...columns, 'user_id'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, rows };
}

export async function ownersOf(tx: Tx, userIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await tables(tx)
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', sql<number>`any(${userIds})`)
    .execute();
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim()]));
}

export const findPlaces = (tx: Tx, userId: number, ids: readonly number[]) =>
  tables(tx)
    .selectFrom('saved_queries')
    .select(['id', 'name', 'query', 'filters', 'ranking'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute();

export interface SavedContent {
  name: string;
  description: string;
  query: string;
  filters: string;
  ranking: Ranking;
  alert: Alert;
  is_shared: boolean;
}

/** Result of a search. `seen`: packed ids, or null if too many. */
export interface Found {
  found: number;
  seen: Buffer | null;
}

/** People known to an alert, and the day of its latest check in the time zone of the company. */
export interface AlertState {
  alert_found: number;
  alert_seen: Buffer | null;
  alert_day: string | RawBuilder<string>;
  alert_failed: boolean;
}

export const dayInCompany = (now: Date) =>
  sql<string>`(select (${now}::timestamptz at time zone time_zone)::date from companies where companies.id = saved_queries.company_id)`;

export const insertSavedQuery = (
  tx: Tx,
  owner: { companyId: number; userId: number; now: Date },
  content: SavedContent & Found & Partial<AlertState>,
): Promise<SavedQueryRow> =>
  tables(tx)
    .insertInto('saved_queries')
    .values({ ...content, company_id: owner.companyId, user_id: owner.userId, opened_at: owner.now, created_at: owner.now })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const updateSavedQuery = (
  tx: Tx,
  id: number,
  change: Partial<SavedContent & Found & AlertState> & { opened_at?: Date },
): Promise<SavedQueryRow> =>
  tables(tx).updateTable('saved_queries').set(change).where('id', '=', id).returning(columns).executeTakeFirstOrThrow();

export const markDeleted = (tx: Tx, userId: number, { id, now }: { id: number; now: Date }) =>
  tables(tx)
    .updateTable('saved_queries')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();

/** Returns an active query unchanged. */
export const restoreSavedQuery = (tx: Tx, userId: number, { id, since }: { id: number; since: Date }): Promise<SavedQueryRow | undefined> =>
  tables(tx)
    .updateTable('saved_queries')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where((select) => select.or([select('deleted_at', 'is', null), select('deleted_at', '>=', since)]))
    .returning(columns)
    .executeTakeFirst();

export const forgetDeleted = (tx: Tx, userId: number, before: Date) =>
  tables(tx).deleteFrom('saved_queries').where('user_id', '=', userId).where('deleted_at', '<', before).execute();

export async function isNameTaken(tx: Tx, userId: number, { name, exceptId }: { name: string; exceptId?: number }): Promise<boolean> {
  let query = tables(tx)
    .selectFrom('saved_queries')
    .select('id')
    .where('user_id', '=', userId)
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .where('deleted_at', 'is', null);
  if (exceptId !== undefined) query = query.where('id', '!=', exceptId);
  return (await query.executeTakeFirst()) !== undefined;
}

/** The unique index rejects a name that two requests save concurrently. */
export const nameConstraint = 'saved_queries_name';

/** Null: all companies. */
export const forgetSavedQueries = (tx: Tx, words: readonly string[], companyId: number | null) =>
  sql`delete from saved_queries where ${ofCompany(companyId)} and query ~* any(${standing(words)}::text[])`.execute(tx);

export interface AlertRow {
  id: number;
  company_id: number;
  user_id: number;
  alert: 'daily' | 'weekly';
  alert_day: string | null;
  time_zone: string;
}

export const listAlerts = async (tx: Tx): Promise<AlertRow[]> =>
  (
    await sql<AlertRow>`
      select q.id, q.company_id, q.user_id, q.alert, q.alert_day::text, c.time_zone from saved_queries q join companies c on c.id = q.company_id
      where q.alert <> 'off' and q.deleted_at is null order by q.id`.execute(tx)
  ).rows;

export const findForAlert = (tx: Tx, id: number) =>
  tables(tx)
    .selectFrom('saved_queries')
    .select(['query', 'filters', 'ranking', 'seen', 'alert_seen', 'alert_found', 'alert_failed'])
    .where('id', '=', id)
    .executeTakeFirst();

export type Checked = Partial<AlertState> & { id: number; query: string; filters: string; alert_day: string; alert_failed: boolean };

/** Returns false if the day was checked, or the search or its alert changed, in the meantime. */
export async function saveAlertCheck(tx: Tx, { id, query, filters, ...state }: Checked): Promise<boolean> {
  const row = await tables(tx)
    .updateTable('saved_queries')
    .set(state)
    .where('id', '=', id)
    .where('query', '=', query)
    .where('filters', '=', filters)
    .where('alert', '!=', 'off')
    .where('deleted_at', 'is', null)
    .where((select) => select.or([select('alert_day', 'is', null), select('alert_day', '<', state.alert_day)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
