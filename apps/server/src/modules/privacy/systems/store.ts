import { sql } from 'kysely';
import type { MessageKey } from '@headwater/contract/errors';
import type { LinkRow } from '#modules/ats/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { PrivacyTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<PrivacyTables>();

interface NewCopies {
  erasureId: number;
  /** Whether the company also wants the person erased at the systems. */
  inAts: boolean;
  links: readonly LinkRow[];
  now: Date;
}

/** Returns the ids of new rows that wait for the system. */
export async function insertCopies(tx: Tx, { erasureId, inAts, links, now }: NewCopies): Promise<number[]> {
  const rows = links.map((link) => ({
    company_id: link.company_id,
    erasure_id: erasureId,
    link_id: link.id,
    integration: link.integration,
    account_id: link.account_id,
    person_id: link.person_id,
    url: link.url,
    state: inAts ? ('waiting' as const) : ('manual' as const),
    created_at: now,
  }));
  if (rows.length === 0) return [];
  const added = await tables(tx)
    .insertInto('ats_erasures')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['erasure_id', 'link_id']).doNothing())
    .returning(['id', 'state'])
    .execute();
  return added.flatMap(({ id, state }) => (state === 'waiting' ? [id] : []));
}

export const findCopy = (tx: Tx, id: number) => tables(tx).selectFrom('ats_erasures').selectAll().where('id', '=', id).executeTakeFirst();

export type CopyRow = NonNullable<Awaited<ReturnType<typeof findCopy>>>;

export const listCopies = (tx: Tx, erasureIds: readonly number[]) =>
  tables(tx)
    .selectFrom('ats_erasures')
    .selectAll()
    .where('erasure_id', '=', sql<number>`any(${erasureIds})`)
    .orderBy('id')
    .execute();

/** Over all companies. */
export const listOpenCopies = (tx: Tx, { since, afterId, limit }: { since: Date; afterId: number; limit: number }) =>
  tables(tx)
    .selectFrom('ats_erasures')
    .select('id')
    .where('state', 'in', ['waiting', 'failed'])
    .where('created_at', '>=', since)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();

const row = (tx: Tx, id: number) => tables(tx).updateTable('ats_erasures').where('id', '=', id);

/** Nothing that names the person stays. */
export const saveErased = (tx: Tx, id: number, now: Date) =>
  row(tx, id).set({ state: 'erased', person_id: null, url: null, failure: null, reason: null, finished_at: now }).execute();

export const saveManual = (tx: Tx, id: number, now: Date) => row(tx, id).set({ state: 'manual', finished_at: now }).execute();

interface Failure {
  state: 'waiting' | 'failed';
  key: MessageKey;
  reason: string | null;
  now: Date;
}

export const saveFailure = (tx: Tx, id: number, { state, key, reason, now }: Failure) =>
  row(tx, id)
    .set({
      state,
      attempts: sql<number>`least(attempts + 1, 1000)`,
      failure: key,
      reason: reason?.slice(0, 1000) ?? null,
      finished_at: state === 'failed' ? now : null,
    })
    .execute();
