import { sql } from 'kysely';
import type { SendState } from '@headwater/contract/ats';
import type { MessageKey } from '@headwater/contract/errors';
import type { Tx } from '#platform/database/database.ts';
import type { AtsTables, SendStep } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<AtsTables>();

interface Job {
  companyId: number;
  jobId: number;
}

export async function insertSends(tx: Tx, { companyId, jobId }: Job, profileIds: readonly number[]): Promise<void> {
  await sql`insert into ats_sends (company_id, job_id, profile_id)
    select ${companyId}, ${jobId}, unnest(${profileIds}::bigint[])`.execute(tx);
}

export type SendRow = NonNullable<Awaited<ReturnType<typeof findNextSend>>>;

/** The fewest attempts first, so that a failing row delays no other. */
export const findNextSend = (tx: Tx, jobId: number) =>
  tables(tx)
    .selectFrom('ats_sends')
    .select(['job_id', 'profile_id', 'step', 'attempts'])
    .where('job_id', '=', jobId)
    .where('state', '=', 'waiting')
    .orderBy('attempts')
    .orderBy('profile_id')
    .limit(1)
    .executeTakeFirst();

const row = (tx: Tx, { job_id: jobId, profile_id: profileId }: Pick<SendRow, 'job_id' | 'profile_id'>) =>
  tables(tx).updateTable('ats_sends').where('job_id', '=', jobId).where('profile_id', '=', profileId);

/** Stored before the write, so that a crash shows which outcome is unknown. */
export const saveStep = (tx: Tx, send: SendRow, step: SendStep) => row(tx, send).set({ step }).execute();

interface Sent {
  state: SendState;
  linkId: number;
  /** Reason for a rejected file or note. */
  warning: string | undefined;
}

export const forgetCreation = (tx: Tx, send: SendRow) => row(tx, send).set({ step: null }).where('step', '=', 'create').execute();

export const saveSent = (tx: Tx, send: SendRow, { state, linkId, warning }: Sent) =>
  row(tx, send)
    .set({
      state,
      link_id: linkId,
      failure: warning === undefined ? null : ('ats_incomplete' satisfies MessageKey),
      reason: warning?.slice(0, 1000) ?? null,
    })
    .execute();

export const saveFailed = (tx: Tx, send: SendRow, { key, reason }: { key: MessageKey; reason: string | null }) =>
  row(tx, send)
    .set({ state: 'failed', failure: key, reason: reason?.slice(0, 1000) ?? null })
    .execute();

export const addAttempt = (tx: Tx, send: SendRow) =>
  row(tx, send)
    .set({ attempts: sql<number>`attempts + 1` })
    .execute();

export async function countSends(tx: Tx, jobId: number): Promise<Record<SendState, number>> {
  const rows = await tables(tx)
    .selectFrom('ats_sends')
    .select(['state', (select) => select.fn.countAll<number>().as('count')])
    .where('job_id', '=', jobId)
    .groupBy('state')
    .execute();
  return { waiting: 0, sent: 0, updated: 0, present: 0, failed: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
}

export const listSends = (
  tx: Tx,
  jobId: number,
  { state, limit, offset }: { state: SendState | undefined; limit: number; offset: number },
) => {
  const rows = tables(tx)
    .selectFrom('ats_sends')
    .leftJoin('ats_links', 'ats_links.id', 'ats_sends.link_id')
    .select(['ats_sends.profile_id', 'ats_sends.state', 'ats_sends.failure', 'ats_sends.reason', 'ats_links.url', 'ats_links.integration'])
    .where('job_id', '=', jobId);
  return (state === undefined ? rows : rows.where('ats_sends.state', '=', state))
    .orderBy('ats_sends.profile_id')
    .limit(limit)
    .offset(offset)
    .execute();
};
