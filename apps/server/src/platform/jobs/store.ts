import { randomUUID } from 'node:crypto';
import { type ColumnType, type Generated, sql } from 'kysely';
import type { JobStatus } from '@headwater/contract/jobs';
import type { MessageKey, MessageParts } from '@headwater/contract/errors';
import type { Tx } from '#platform/database/database.ts';
import { ofCompany, standing } from '#platform/database/like.ts';
import type { BatchOutcome, JsonObject } from './define-job.ts';

export interface JobError {
  key: MessageKey;
  parts?: MessageParts;
}

// A type alias, because Kysely requires an index signature.
export type JobTables = {
  jobs: {
    id: Generated<number>;
    company_id: number;
    created_by: number;
    kind: string;
    input: ColumnType<unknown, string, string>;
    details: ColumnType<JobDetails, string, string>;
    status: JobStatus;
    done: Generated<number>;
    total: number | null;
    result: ColumnType<JsonObject | null, string | null | undefined, string | null>;
    error: ColumnType<JobError | null, string | null | undefined, string | null>;
    state: ColumnType<unknown, string | null | undefined, string | null>;
    undo_until: Date | null;
    cancel_requested: Generated<boolean>;
    lease: string | null;
    tries: Generated<number>;
    created_at: ColumnType<Date, Date | undefined, never>;
    started_at: Date | null;
    finished_at: Date | null;
    heartbeat_at: ColumnType<Date | null, never, Date | null>;
    /** The user who started or undid the job; set by the database. */
    acting: ColumnType<string | null, never, string | null>;
  };
};

const tables = (tx: Tx) => tx.withTables<JobTables>();

/**
 * A single person appears as `profile`, which erasure can clear; a translated status as
 * `default_status`.
 */
export type JobDetails = Readonly<Record<string, string>>;

export type JobRow = NonNullable<Awaited<ReturnType<typeof findJob>>>;

const leaseSeconds = 15;
const lapsed = sql<boolean>`(heartbeat_at is null or heartbeat_at < now() - make_interval(secs => ${leaseSeconds}))`;
const unfinished = ['queued', 'running', 'undoing'] as const;

export const findJob = (tx: Tx, jobId: number) => tables(tx).selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirst();

export const lockOwnJob = (tx: Tx, jobId: number, userId: number) =>
  tables(tx).selectFrom('jobs').selectAll().where('id', '=', jobId).where('created_by', '=', userId).forUpdate().executeTakeFirst();

export const findOwnJob = (tx: Tx, jobId: number, userId: number) =>
  tables(tx).selectFrom('jobs').selectAll().where('id', '=', jobId).where('created_by', '=', userId).executeTakeFirst();

export async function listOwnJobs(tx: Tx, userId: number, { limit, offset }: { limit: number; offset: number }) {
  const own = tables(tx).selectFrom('jobs').where('created_by', '=', userId);
  const { count } = await own.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { count, rows: await own.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute() };
}

export interface NewJob {
  companyId: number;
  userId: number;
  kind: string;
  input: unknown;
  details: JobDetails;
  total: number | null;
  isRunning: boolean;
}

export function insertJob(tx: Tx, job: NewJob): Promise<JobRow> {
  return tables(tx)
    .insertInto('jobs')
    .values({
      company_id: job.companyId,
      created_by: job.userId,
      kind: job.kind,
      input: JSON.stringify(job.input),
      details: JSON.stringify(job.details),
      status: job.isRunning ? 'running' : 'queued',
      total: job.total,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function claimJob(tx: Tx, jobId: number): Promise<JobRow | undefined> {
  return tables(tx)
    .updateTable('jobs')
    .set({
      lease: randomUUID(),
      heartbeat_at: sql<Date>`now()`,
      started_at: sql<Date>`coalesce(started_at, now())`,
      status: sql<JobStatus>`case status when 'queued' then 'running' else status end`,
    })
    .where('id', '=', jobId)
    .where('status', 'in', unfinished)
    .where(lapsed)
    .returningAll()
    .executeTakeFirst();
}

/** Undefined if the lease was lost: the caller must roll back. */
export function saveBatch(tx: Tx, { id, lease }: Pick<JobRow, 'id' | 'lease'>, outcome: BatchOutcome<unknown>) {
  return tables(tx)
    .updateTable('jobs')
    .set({
      state: JSON.stringify(outcome.state),
      done: outcome.done,
      tries: 0,
      heartbeat_at: sql<Date>`now()`,
      ...(outcome.result ? { result: JSON.stringify(outcome.result) } : {}),
    })
    .where('id', '=', id)
    .where('lease', 'is not distinct from', lease)
    .returning(['cancel_requested', 'status'])
    .executeTakeFirst();
}

export async function beat(tx: Tx, { id, lease }: Pick<JobRow, 'id' | 'lease'>): Promise<boolean> {
  const row = await tables(tx)
    .updateTable('jobs')
    .set({ heartbeat_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface JobEnd {
  status: 'done' | 'failed' | 'cancelled' | 'undone';
  error?: JobError;
  undoUntil?: Date | null;
  finishedAt: Date;
}

export function endJob(tx: Tx, jobId: number, end: JobEnd): Promise<JobRow> {
  return tables(tx)
    .updateTable('jobs')
    .set({
      status: end.status,
      error: end.error ? JSON.stringify(end.error) : null,
      // A job without changes cannot be undone; a failed undo can be retried.
      undo_until: end.undoUntil ? sql<Date | null>`case when done > 0 or status = 'undoing' then ${end.undoUntil}::timestamptz end` : null,
      finished_at: end.finishedAt,
      lease: null,
      heartbeat_at: null,
      state: null,
    })
    .where('id', '=', jobId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function releaseJob(tx: Tx, { id, lease }: Pick<JobRow, 'id' | 'lease'>, { failed }: { failed: boolean }) {
  return tables(tx)
    .updateTable('jobs')
    .set({ lease: null, heartbeat_at: null, tries: sql<number>`tries + ${failed ? 1 : 0}` })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returning('tries')
    .executeTakeFirst();
}

export const pauseJob = (tx: Tx, { id, lease }: Pick<JobRow, 'id' | 'lease'>, seconds: number) =>
  tables(tx)
    .updateTable('jobs')
    .set({ lease: null, heartbeat_at: sql<Date>`now() + make_interval(secs => ${seconds - leaseSeconds})` })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returning('cancel_requested')
    .executeTakeFirst();

export const endPauses = (tx: Tx, companyId: number, kind: string) =>
  tables(tx)
    .updateTable('jobs')
    .set({ heartbeat_at: null })
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('status', 'in', unfinished)
    .where('lease', 'is', null)
    .returning('id')
    .execute();

export const requestCancel = (tx: Tx, jobId: number): Promise<JobRow> =>
  tables(tx).updateTable('jobs').set({ cancel_requested: true }).where('id', '=', jobId).returningAll().executeTakeFirstOrThrow();

export const beginUndo = (tx: Tx, jobId: number): Promise<JobRow> =>
  tables(tx)
    .updateTable('jobs')
    .set({ status: 'undoing', state: null, done: 0, cancel_requested: false, lease: null, heartbeat_at: null, finished_at: null, tries: 0 })
    .set({ acting: sql<string | null>`nullif(current_setting('headwater.acting', true), '')` })
    .where('id', '=', jobId)
    .returningAll()
    .executeTakeFirstOrThrow();

export const listLapsed = (tx: Tx) =>
  tables(tx)
    .selectFrom('jobs')
    .select(['id', 'company_id', 'kind'])
    .where('status', 'in', unfinished)
    .where(lapsed)
    // A new job probably still waits in the queue.
    .where(sql<boolean>`created_at < now() - make_interval(secs => ${leaseSeconds})`)
    .orderBy('id')
    .limit(100)
    .execute();

export async function listOver(
  tx: Tx,
  { kind, list, number }: { kind: string; list: string; number: number },
): Promise<{ id: number; company_id: number; input: unknown }[]> {
  const { rows } = await sql<{ id: number; company_id: number; input: unknown }>`
    select id, company_id, input from jobs where kind = ${kind} and status <> all(${[...unfinished]}::text[])
      and input -> ${list}::text @> to_jsonb(${number}::bigint)`.execute(tx);
  return rows;
}

export const reduceJob = (tx: Tx, id: number, input: object) =>
  tables(tx)
    .updateTable('jobs')
    .set({ input: JSON.stringify(input), details: '{}' })
    .where('id', '=', id)
    .execute();

export const forgetJobDetails = (tx: Tx, words: readonly string[], companyId: number | null) =>
  sql`update jobs set details = (
      select jsonb_object_agg(key, case when jsonb_typeof(value) = 'string' and value #>> '{}' ~* any(${standing(words)}::text[]) then '""' else value end)
      from jsonb_each(details))
    where ${ofCompany(companyId)} and details::text ~* any(${standing(words)}::text[])`.execute(tx);

export interface JobGroup {
  userId: number;
  kind: string;
  group: string;
  undoUntil: Date;
}

/** Appends an id to the list `ids` of a finished job of the group that can still be undone. */
export const appendToJob = (tx: Tx, { userId, kind, group, undoUntil }: JobGroup, id: number) =>
  tables(tx)
    .updateTable('jobs')
    .set({
      input: sql<string>`jsonb_set(input, '{ids}', (input -> 'ids') || to_jsonb(${id}::bigint))`,
      details: '{}',
      result: sql<string>`jsonb_build_object('changed', done + 1)`,
      done: sql<number>`done + 1`,
      total: sql<number>`done + 1`,
      undo_until: undoUntil,
    })
    .where('created_by', '=', userId)
    .where('kind', '=', kind)
    .where('status', '=', 'done')
    .where('undo_until', '>', sql<Date>`${undoUntil}::timestamptz - interval '1 hour'`)
    .where(sql<string>`input ->> 'group'`, '=', group)
    .returningAll()
    .executeTakeFirst();
