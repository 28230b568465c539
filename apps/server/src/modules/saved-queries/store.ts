import { type ColumnType, type Generated, sql } from 'kysely';
import type { Ranking } from '@headwater/domain/query/rankings';
import type { Tx } from '#platform/database/database.ts';
import { containing, ofCompany, standing } from '#platform/database/like.ts';

type SavedQueryTables = {
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
    opened_at: Date;
    created_at: ColumnType<Date, Date, never>;
    deleted_at: ColumnType<Date | null, never, Date | null>;
  };
};

const tables = (tx: Tx) => tx.withTables<SavedQueryTables>();
// `seen` is large and read only for comparisons.
const columns = ['id', 'name', 'description', 'query', 'filters', 'ranking', 'found', 'opened_at', 'created_at'] as const;

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
  { search, limit, offset }: { search: string; limit: number; offset: number },
) {
  let query = tables(tx).selectFrom('saved_queries').where('user_id', '=', userId).where('deleted_at', 'is', null);
  if (search !== '') {
    query = query.where((select) =>
      select.or([select('name', 'ilike', containing(search)), select('description', 'ilike', containing(search))]),
    );
  }
  const { count } = await query.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { count, rows: await query.select(columns).orderBy('id', 'desc').limit(limit).offset(offset).execute() };
}

export interface SavedContent {
  name: string;
  description: string;
  query: string;
  filters: string;
  ranking: Ranking;
}

/** Result of a search. `seen`: packed ids, or null if too many. */
export interface Found {
  found: number;
  seen: Buffer | null;
}

export const insertSavedQuery = (
  tx: Tx,
  owner: { companyId: number; userId: number; now: Date },
  content: SavedContent & Found,
): Promise<SavedQueryRow> =>
  tables(tx)
    .insertInto('saved_queries')
    .values({ ...content, company_id: owner.companyId, user_id: owner.userId, opened_at: owner.now, created_at: owner.now })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const updateSavedQuery = (
  tx: Tx,
  id: number,
  change: Partial<SavedContent & Found> & { opened_at?: Date },
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
