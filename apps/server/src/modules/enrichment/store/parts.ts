import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { RowOutcome } from '../enrich-rows.ts';
import type { EnrichmentTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<EnrichmentTables>();

export type PartRow = NonNullable<Awaited<ReturnType<typeof findPart>>>;

/** A statement holds the text of its parts in memory twice. */
const atOnce = 20;

/** @param parts as JSON, in their order */
export async function insertParts(tx: Tx, { requestId, companyId }: { requestId: number; companyId: number }, parts: readonly string[]) {
  for (let at = 0; at < parts.length; at += atOnce) {
    await sql`insert into enrichment_parts (request_id, company_id, number, rows)
      select ${requestId}, ${companyId}, ${at} + position - 1, rows::jsonb
      from unnest(${parts.slice(at, at + atOnce)}::text[]) with ordinality as part (rows, position)`.execute(tx);
  }
}

export const findPart = (tx: Tx, requestId: number, number: number) =>
  tables(tx)
    .selectFrom('enrichment_parts')
    .select(['number', 'rows', 'outcomes'])
    .where('request_id', '=', requestId)
    .where('number', '=', number)
    .executeTakeFirst();

export const saveOutcomes = (tx: Tx, { requestId, number }: { requestId: number; number: number }, outcomes: readonly RowOutcome[]) =>
  tables(tx)
    .updateTable('enrichment_parts')
    .set({ outcomes: JSON.stringify(outcomes) })
    .where('request_id', '=', requestId)
    .where('number', '=', number)
    .execute();

/** One request a call. Returns false if no old one is left. */
export async function deleteOldParts(tx: Tx, before: Date): Promise<boolean> {
  const { rows } = await sql`
    delete from enrichment_parts where request_id = (
      select request.id from enrichment_requests as request left join jobs on jobs.id = request.job_id
      where request.created_at < ${before} and coalesce(jobs.status, 'done') not in ('queued', 'running', 'undoing')
        and exists (select from enrichment_parts as part where part.request_id = request.id)
      order by request.id limit 1)
    returning request_id`.execute(tx);
  return rows.length > 0;
}
