import { sql } from 'kysely';
import type { ColumnType, CsvDelimiter, EnrichmentState } from '@headwater/domain/profiles/enrichment';
import type { JobStatus } from '@headwater/contract/jobs';
import type { Tx } from '#platform/database/database.ts';
import { containing } from '#platform/database/like.ts';
import type { JobTables } from '#platform/jobs/store.ts';
import type { EnrichmentTables } from '../tables.ts';

// A type alias, as Kysely wants an index signature.
type RequestTables = EnrichmentTables & Pick<JobTables, 'jobs'>;

const tables = (tx: Tx) => tx.withTables<RequestTables>();

export interface NewRequest {
  companyId: number;
  userId: number;
  name: string;
  fileName: string;
  delimiter: CsvDelimiter;
  columns: readonly ColumnType[];
  rows: number;
  parts: number;
  month: string;
}

export async function insertRequest(tx: Tx, request: NewRequest): Promise<number> {
  const row = await tables(tx)
    .insertInto('enrichment_requests')
    .values({
      company_id: request.companyId,
      created_by: request.userId,
      name: request.name,
      file_name: request.fileName,
      delimiter: request.delimiter,
      columns: [...request.columns],
      rows: request.rows,
      parts: request.parts,
      month: request.month,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export const setJob = (tx: Tx, requestId: number, jobId: number) =>
  tables(tx).updateTable('enrichment_requests').set({ job_id: jobId }).where('id', '=', requestId).execute();

/** All rows of an active request, processed rows of a finished one. `month`: 'YYYY-MM-01'. */
export async function countSpent(tx: Tx, month: string): Promise<number> {
  const { spent } = await tables(tx)
    .selectFrom('enrichment_requests as request')
    .leftJoin('jobs', 'jobs.id', 'request.job_id')
    .select(
      sql<number>`coalesce(sum(case when jobs.status in ('queued', 'running') then request.rows else request.done end), 0)::int`.as(
        'spent',
      ),
    )
    .where('request.month', '=', month)
    .executeTakeFirstOrThrow();
  return spent;
}

const statusesOf: Readonly<Record<EnrichmentState, readonly JobStatus[]>> = {
  waiting: ['queued'],
  processing: ['running', 'undoing'],
  done: ['done', 'undone'],
  failed: ['failed', 'cancelled'],
};

/** ENR-021: a request without a job is finished, because only old jobs are deleted. */
export const stateOf = ({ status }: Pick<RequestRow, 'status'>): EnrichmentState =>
  (Object.keys(statusesOf) as EnrichmentState[]).find((state) => status !== null && statusesOf[state].includes(status)) ?? 'done';

const selectRequests = (tx: Tx) =>
  tables(tx)
    .selectFrom('enrichment_requests as request')
    .leftJoin('jobs', 'jobs.id', 'request.job_id')
    .selectAll('request')
    .select(['jobs.status', 'jobs.error', 'jobs.cancel_requested', 'jobs.undo_until', 'jobs.kind', 'jobs.finished_at'])
    .select(sql<boolean>`exists (select from enrichment_parts as part where part.request_id = request.id)`.as('has_files'));

export type RequestRow = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

export const findRequest = (tx: Tx, requestId: number) => selectRequests(tx).where('request.id', '=', requestId).executeTakeFirst();

export interface RequestFilter {
  query: string;
  state?: EnrichmentState | undefined;
  limit: number;
  offset: number;
}

export async function listRequests(tx: Tx, { query, state, limit, offset }: RequestFilter): Promise<{ count: number; rows: RequestRow[] }> {
  let chosen = selectRequests(tx);
  if (query !== '') chosen = chosen.where('request.name', 'ilike', containing(query));
  if (state) {
    chosen = chosen.where((where) =>
      where.or([where('jobs.status', 'in', statusesOf[state]), ...(state === 'done' ? [where('jobs.status', 'is', null)] : [])]),
    );
  }
  const { count } = await chosen
    .clearSelect()
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count, rows: await chosen.orderBy('request.id', 'desc').limit(limit).offset(offset).execute() };
}

export interface RequestProgress {
  done: number;
  found: number;
  ambiguous: number;
  errors: number;
  added: number;
}

export const addProgress = (tx: Tx, requestId: number, { done, found, ambiguous, errors, added }: RequestProgress) =>
  tables(tx)
    .updateTable('enrichment_requests')
    .set({
      done: sql<number>`done + ${done}`,
      found: sql<number>`found + ${found}`,
      ambiguous: sql<number>`ambiguous + ${ambiguous}`,
      errors: sql<number>`errors + ${errors}`,
      added: sql<number>`added + ${added}`,
    })
    .where('id', '=', requestId)
    .returning(['done', 'found', 'ambiguous', 'errors', 'added'])
    .executeTakeFirstOrThrow();
