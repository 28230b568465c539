import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { defineMergeStep } from '#modules/profiles/public/merging.ts';
import type { StoredProfile } from '#modules/profiles/public.ts';
import { ofCompany, standing } from '#platform/database/like.ts';
import type { AiSearchTables, RequiredLevel } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<AiSearchTables>();

export type AiSearchRow = Selectable<AiSearchTables['ai_searches']>;

export interface Understood {
  query: string;
  filters: string;
  levels: readonly RequiredLevel[];
  rest: readonly string[];
  madeBy: 'model' | 'reader' | 'person';
  modelFailed: boolean;
}

const understoodColumns = ({ query, filters, levels, rest, madeBy, modelFailed }: Understood) => ({
  query,
  filters,
  levels: JSON.stringify(levels),
  rest: [...rest],
  made_by: madeBy,
  model_failed: modelFailed,
});

export interface NewAiSearch {
  companyId: number;
  userId: number;
  folderId: number | null;
  request: string;
  understood: Understood | undefined;
  now: Date;
}

export function insertSearch(tx: Tx, search: NewAiSearch): Promise<AiSearchRow> {
  return tables(tx)
    .insertInto('ai_searches')
    .values({
      company_id: search.companyId,
      user_id: search.userId,
      folder_id: search.folderId,
      request: search.request,
      created_at: search.now,
      ...(search.understood ? understoodColumns(search.understood) : {}),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Searches are private to their author. */
export const findOwnSearch = (tx: Tx, searchId: number, userId: number): Promise<AiSearchRow | undefined> =>
  tables(tx).selectFrom('ai_searches').selectAll().where('id', '=', searchId).where('user_id', '=', userId).executeTakeFirst();

export const lockOwnSearch = (tx: Tx, searchId: number, userId: number): Promise<AiSearchRow | undefined> =>
  tables(tx).selectFrom('ai_searches').selectAll().where('id', '=', searchId).where('user_id', '=', userId).forUpdate().executeTakeFirst();

export const findSearch = (tx: Tx, searchId: number): Promise<AiSearchRow | undefined> =>
  tables(tx).selectFrom('ai_searches').selectAll().where('id', '=', searchId).executeTakeFirst();

export const beginRun = (tx: Tx, searchId: number, understood: Understood) =>
  tables(tx)
    .updateTable('ai_searches')
    .set({
      ...understoodColumns(understood),
      state: 'processing',
      run: sql<number>`run + 1`,
      tries: 0,
      error: null,
    })
    .where('id', '=', searchId)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Updates for a run apply only while it is the current one. */
export interface Run {
  id: number;
  run: number;
}

const running = (tx: Tx, { id, run }: Run) =>
  tables(tx).updateTable('ai_searches').where('id', '=', id).where('run', '=', run).where('state', '=', 'processing');

const changed = async (update: { executeTakeFirst(): Promise<{ numUpdatedRows: bigint }> }) =>
  (await update.executeTakeFirst()).numUpdatedRows > 0n;

export const saveUnderstood = (tx: Tx, run: Run, understood: Understood) => changed(running(tx, run).set(understoodColumns(understood)));
export const failRun = (tx: Tx, run: Run, error: AiSearchRow['error']) => changed(running(tx, run).set({ state: 'failed', error }));
export const cancelRun = (tx: Tx, run: Run) => changed(running(tx, run).set({ state: 'cancelled' }));

export interface FoundPeople {
  total: number;
  pool: readonly number[];
  ranked: readonly number[];
}

export const saveFound = (tx: Tx, run: Run, { total, pool, ranked }: FoundPeople) =>
  changed(running(tx, run).set({ state: 'found', total, pool: [...pool], ranked: [...ranked] }));

/** Undefined if the run is no longer current. */
export const beginTry = (tx: Tx, run: Run): Promise<AiSearchRow | undefined> =>
  running(tx, run)
    .set({ tries: sql<number>`tries + 1` })
    .returningAll()
    .executeTakeFirst();

export const undoTry = (tx: Tx, run: Run) => changed(running(tx, run).set({ tries: sql<number>`tries - 1` }));

export async function isRunning(tx: Tx, { id, run }: Run): Promise<boolean> {
  const found = tables(tx)
    .selectFrom('ai_searches')
    .select('id')
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'processing');
  return (await found.executeTakeFirst()) !== undefined;
}

/** Over all companies. */
export const listUnlearned = (tx: Tx, judgedBefore: Date) =>
  tables(tx)
    .selectFrom('ai_searches')
    .select(['id', 'company_id'])
    .where('state', '=', 'found')
    .whereRef('trained_version', '<', 'feedback_version')
    .where('feedback_at', '<', judgedBefore)
    .orderBy('id')
    .limit(100)
    .execute();

/** Marks the model as outdated. Null removes the rating. */
export async function saveFeedback(
  tx: Tx,
  search: AiSearchRow,
  { profileId, value, now }: { profileId: number; value: 'like' | 'dislike' | null; now: Date },
): Promise<void> {
  if (value) {
    await tables(tx)
      .insertInto('ai_search_feedback')
      .values({ search_id: search.id, company_id: search.company_id, profile_id: profileId, value, created_at: now })
      .onConflict((conflict) => conflict.columns(['search_id', 'profile_id']).doUpdateSet({ value, created_at: now }))
      .execute();
  } else {
    await tables(tx).deleteFrom('ai_search_feedback').where('search_id', '=', search.id).where('profile_id', '=', profileId).execute();
  }
  await tables(tx)
    .updateTable('ai_searches')
    .set({ feedback_version: sql<number>`feedback_version + 1`, feedback_at: now })
    .where('id', '=', search.id)
    .execute();
}

export const listFeedback = (tx: Tx, searchId: number) =>
  tables(tx)
    .selectFrom('ai_search_feedback')
    .select(['profile_id', 'value'])
    .where('search_id', '=', searchId)
    .orderBy('profile_id')
    .execute();

export interface Trained {
  version: number;
  run: number;
  ranked: readonly number[];
  learned: AiSearchRow['learned'];
}

export const saveTrained = (tx: Tx, searchId: number, { version, run, ranked, learned }: Trained) =>
  changed(
    tables(tx)
      .updateTable('ai_searches')
      .set({ ranked: [...ranked], trained_version: version, learned: learned && JSON.stringify(learned) })
      .where('id', '=', searchId)
      .where('run', '=', run)
      .where('trained_version', '<=', version),
  );

export interface ReadProfile {
  id: number;
  companyId: number | null;
  data: StoredProfile;
  updatedAt: Date;
}

export async function readProfiles(tx: Tx, ids: readonly number[]): Promise<ReadProfile[]> {
  const rows = await tables(tx)
    .selectFrom('visible_profiles')
    .select(['id', 'company_id as companyId', 'data', 'updated_at as updatedAt'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return rows;
}

/** Null: all companies. */
export const forgetAiSearches = (tx: Tx, words: readonly string[], companyId: number | null) =>
  sql`delete from ai_searches where ${ofCompany(companyId)} and concat_ws(' ', request, query) ~* any(${standing(words)}::text[])`.execute(
    tx,
  );

/** The rating of the remaining profile wins. */
export const feedbackMergeStep = defineMergeStep<{ searches: number[] }>({
  name: 'feedback',
  async absorb(tx, { companyId, from, into }) {
    const { rows } = await sql<{ search_id: number }>`update ai_search_feedback as judged set profile_id = ${into}
      where company_id = ${companyId} and profile_id = ${from} and not exists (select from ai_search_feedback as known
        where known.search_id = judged.search_id and known.profile_id = ${into}) returning search_id`.execute(tx);
    return rows.length > 0 ? { searches: rows.map((row) => row.search_id) } : undefined;
  },
  async giveBack(tx, { from, into }, { searches }) {
    await sql`update ai_search_feedback as judged set profile_id = ${from}
      where profile_id = ${into} and search_id = any(${searches}::bigint[]) and not exists (select from ai_search_feedback as known
        where known.search_id = judged.search_id and known.profile_id = ${from})`.execute(tx);
  },
});
