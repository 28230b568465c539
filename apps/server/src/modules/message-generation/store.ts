import { dayMs } from '@headwater/domain/time/durations';
import { type ColumnType, type Generated, sql } from 'kysely';
import type { MessageGeneration } from '@headwater/contract/message-generation';
import { type Progress, runsOf } from '#modules/generations/public.ts';
import { defineMergeStep } from '#modules/profiles/public/merging.ts';
import type { Tx } from '#platform/database/database.ts';

export type Proposal = MessageGeneration['messages'][number];

export type GenerationTables = {
  message_generations: {
    id: Generated<number>;
    company_id: ColumnType<number, number, never>;
    user_id: ColumnType<number, number, never>;
    profile_id: ColumnType<number, number, never>;
    llm_mailing_id: ColumnType<number | null, number | null, never>;
    candidate_id: ColumnType<number | null, number | null, never>;
    job_description: ColumnType<string, string | undefined, never>;
    message_id: ColumnType<number | null, number | null, never>;
    language: MessageGeneration['language'] | null;
    messages: ColumnType<Proposal[], string | undefined, string>;
    /** The API reports `cancelled` as failed. */
    progress: Progress;
    run: Generated<number>;
    is_paid: boolean;
    created_at: ColumnType<Date, Date, never>;
    updated_at: Date;
  };
};

const tables = (tx: Tx) => tx.withTables<GenerationTables>();

export type GenerationRow = NonNullable<Awaited<ReturnType<typeof findGeneration>>>;

export const runs = runsOf<GenerationRow>('message_generations');

/** `lock` blocks changes until commit. */
export const findGeneration = (tx: Tx, { userId, id, lock = false }: { userId: number; id: number; lock?: boolean }) =>
  tables(tx)
    .selectFrom('message_generations')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('llm_mailing_id', 'is', null)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();

interface NewGeneration {
  profileId: number;
  jobDescription?: string;
  messageId?: number | undefined;
  mailing?: { id: number; candidateId: number };
  language?: MessageGeneration['language'];
}

/** Returns the rows in the given order. */
export const insertGenerations = (
  tx: Tx,
  owner: { companyId: number; userId: number; isPaid: boolean; now: Date },
  generations: readonly NewGeneration[],
) =>
  tables(tx)
    .insertInto('message_generations')
    .values(
      generations.map((one) => ({
        company_id: owner.companyId,
        user_id: owner.userId,
        profile_id: one.profileId,
        llm_mailing_id: one.mailing?.id ?? null,
        candidate_id: one.mailing?.candidateId ?? null,
        job_description: one.jobDescription,
        message_id: one.messageId ?? null,
        language: one.language ?? null,
        progress: 'pending' as const,
        is_paid: owner.isPaid,
        created_at: owner.now,
        updated_at: owner.now,
      })),
    )
    .returningAll()
    .execute();

/** Deletes finished texts outside mailings after 30 days, because they contain personal data. */
export const deleteOldGenerations = (tx: Tx, userId: number, now: Date) =>
  tables(tx)
    .deleteFrom('message_generations')
    .where('user_id', '=', userId)
    .where('llm_mailing_id', 'is', null)
    .where('progress', 'not in', ['pending', 'processing'])
    .where('updated_at', '<', new Date(now.getTime() - 30 * dayMs))
    .execute();

/** Returns false if the run is over. */
export async function addProposal(tx: Tx, { id, run }: GenerationRow, proposal: Proposal): Promise<boolean> {
  const row = await tables(tx)
    .updateTable('message_generations')
    .set({ messages: sql`messages || ${JSON.stringify([proposal])}::jsonb` as never })
    .where('id', '=', id)
    .where('run', '=', run)
    .where('progress', '=', 'processing')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Leaves messages of a mailing that contains both profiles. */
export const generationsMergeStep = defineMergeStep<{ generations: number[]; candidates: { id: number; before: number }[] }>({
  name: 'generations',
  async absorb(tx, { companyId, from, into, candidates }) {
    const { rows } = await sql<{ id: number }>`update message_generations as written set profile_id = ${into}
      where company_id = ${companyId} and profile_id = ${from} and not exists (select from message_generations as known
        where known.llm_mailing_id = written.llm_mailing_id and known.profile_id = ${into}) returning id`.execute(tx);
    const joined: { id: number; before: number }[] = [];
    for (const [gone, staying] of candidates) {
      const changed = await sql<{
        id: number;
      }>`update message_generations set candidate_id = ${staying} where candidate_id = ${gone} returning id`.execute(tx);
      joined.push(...changed.rows.map(({ id }) => ({ id, before: gone })));
    }
    return rows.length + joined.length > 0 ? { generations: rows.map(({ id }) => id), candidates: joined } : undefined;
  },
  async giveBack(tx, { from, into }, { generations, candidates }) {
    await sql`update message_generations set profile_id = ${from} where profile_id = ${into} and id = any(${generations}::bigint[])`.execute(
      tx,
    );
    for (const { id, before } of candidates)
      await sql`update message_generations set candidate_id = ${before} where id = ${id}`.execute(tx);
  },
});
