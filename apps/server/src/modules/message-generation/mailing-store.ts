import { type ColumnType, type Generated, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { lockUntilCommit } from '#platform/database/locks.ts';
import type { GenerationTables } from './store.ts';

type MailingTables = GenerationTables & {
  llm_mailings: {
    id: Generated<number>;
    company_id: ColumnType<number, number, never>;
    user_id: ColumnType<number, number, never>;
    vacancy_id: ColumnType<number, number, never>;
    mailing_id: ColumnType<number, number, never>;
    job_description: ColumnType<string, string, never>;
    prompt: ColumnType<string, string, never>;
    without_email: ColumnType<number, number, never>;
    is_cancelled: Generated<boolean>;
    created_at: ColumnType<Date, Date, never>;
    finished_at: ColumnType<Date | null, null | undefined, Date | null>;
  };
};

const tables = (tx: Tx) => tx.withTables<MailingTables>();

export type LlmMailingRow = NonNullable<Awaited<ReturnType<typeof findLatestMailing>>>;

/** `lock` also blocks the ends of its messages until commit. */
export const findLatestMailing = (tx: Tx, { userId, vacancyId, lock = false }: { userId: number; vacancyId: number; lock?: boolean }) =>
  tables(tx)
    .selectFrom('llm_mailings')
    .selectAll()
    .where('vacancy_id', '=', vacancyId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`exists (select from mailings where mailings.id = llm_mailings.mailing_id and mailings.deleted_at is null)`)
    .orderBy('id', 'desc')
    .limit(1)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();

/** Includes mailings with a deleted list. */
export async function isAnotherRunning(tx: Tx, { id, user_id: userId, vacancy_id: vacancyId }: LlmMailingRow): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('llm_mailings')
    .select('id')
    .where('vacancy_id', '=', vacancyId)
    .where('user_id', '=', userId)
    .where('id', '<>', id)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Serializes concurrent starts and retries until commit. */
export const lockMailingsOf = (tx: Tx, { userId, vacancyId }: { userId: number; vacancyId: number }) =>
  lockUntilCommit(tx, 'aiMailings', `${vacancyId} ${userId}`);

/** Serializes the ends of messages, so that the last one finishes the mailing. */
export const lockLlmMailing = (tx: Tx, id: number) =>
  tables(tx).selectFrom('llm_mailings').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const findLlmMailing = (tx: Tx, id: number) =>
  tables(tx).selectFrom('llm_mailings').selectAll().where('id', '=', id).executeTakeFirst();

export async function countMailings(tx: Tx, vacancyId: number): Promise<number> {
  const { count } = await tables(tx)
    .selectFrom('llm_mailings')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('vacancy_id', '=', vacancyId)
    .executeTakeFirstOrThrow();
  return count;
}

export interface NewLlmMailing {
  companyId: number;
  userId: number;
  vacancyId: number;
  mailingId: number;
  jobDescription: string;
  prompt: string;
  withoutEmail: number;
  now: Date;
}

/** Returns undefined if a mailing is already running. */
export const insertLlmMailing = (tx: Tx, mailing: NewLlmMailing) =>
  tables(tx)
    .insertInto('llm_mailings')
    .values({
      company_id: mailing.companyId,
      user_id: mailing.userId,
      vacancy_id: mailing.vacancyId,
      mailing_id: mailing.mailingId,
      job_description: mailing.jobDescription,
      prompt: mailing.prompt,
      without_email: mailing.withoutEmail,
      created_at: mailing.now,
    })
    .onConflict((conflict) => conflict.columns(['vacancy_id', 'user_id']).where('finished_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst();

export interface MessageCounts {
  total: number;
  waiting: number;
  writing: number;
  done: number;
  failed: number;
}

export async function countMessages(tx: Tx, llmMailingId: number): Promise<MessageCounts> {
  const { rows } = await sql<MessageCounts>`
    select count(*) as total, count(*) filter (where progress = 'pending') as waiting, count(*) filter (where progress = 'processing') as writing,
      count(*) filter (where progress = 'done') as done, count(*) filter (where progress in ('failed', 'cancelled')) as failed
    from message_generations where llm_mailing_id = ${llmMailingId}`.execute(tx);
  return rows[0] ?? { total: 0, waiting: 0, writing: 0, done: 0, failed: 0 };
}

/** The caller holds the lock of the mailing. */
export async function finishIfComplete(tx: Tx, llmMailingId: number, now: Date): Promise<void> {
  const { waiting, writing } = await countMessages(tx, llmMailingId);
  if (waiting + writing > 0) return;
  await tables(tx).updateTable('llm_mailings').set({ finished_at: now }).where('id', '=', llmMailingId).execute();
}

/** Returns the number of credits taken for the cancelled messages. */
export async function cancelMessages(tx: Tx, llmMailingId: number, now: Date): Promise<number> {
  const rows = await tables(tx)
    .updateTable('message_generations')
    .set({ progress: 'cancelled', updated_at: now })
    .where('llm_mailing_id', '=', llmMailingId)
    .where('progress', 'in', ['pending', 'processing'])
    .returning('is_paid')
    .execute();
  await tables(tx).updateTable('llm_mailings').set({ is_cancelled: true, finished_at: now }).where('id', '=', llmMailingId).execute();
  return rows.filter((row) => row.is_paid).length;
}

export async function restartMessages(tx: Tx, llmMailingId: number, { isPaid, now }: { isPaid: boolean; now: Date }) {
  await tables(tx).updateTable('llm_mailings').set({ is_cancelled: false, finished_at: null }).where('id', '=', llmMailingId).execute();
  return tables(tx)
    .updateTable('message_generations')
    .set({ progress: 'pending', run: sql<number>`run + 1`, is_paid: isPaid, messages: '[]', updated_at: now })
    .where('llm_mailing_id', '=', llmMailingId)
    .where('progress', 'in', ['failed', 'cancelled'])
    .returningAll()
    .execute();
}
