import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { AtsImportTables, LeftOutPerson } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<AtsImportTables>();

export const listImports = (tx: Tx, companyId: number) =>
  tables(tx).selectFrom('ats_imports').selectAll().where('company_id', '=', companyId).execute();

export type ImportRow = Awaited<ReturnType<typeof listImports>>[number];

export const findImport = (tx: Tx, companyId: number, integration: string) =>
  tables(tx)
    .selectFrom('ats_imports')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('integration', '=', integration)
    .executeTakeFirst();

interface NewImport {
  companyId: number;
  integration: string;
  jobId: number;
  now: Date;
}

export async function saveImport(tx: Tx, { companyId, integration, jobId, now }: NewImport): Promise<void> {
  const latest = { job_id: jobId, left_out: '[]', started_at: now };
  await tables(tx)
    .insertInto('ats_imports')
    .values({ company_id: companyId, integration, ...latest })
    .onConflict((conflict) => conflict.columns(['company_id', 'integration']).doUpdateSet(latest))
    .execute();
}

const mostLeftOut = 100;

export async function addLeftOut(tx: Tx, jobId: number, people: readonly LeftOutPerson[]): Promise<void> {
  if (people.length === 0) return;
  await sql`update ats_imports set left_out = left_out || ${JSON.stringify(people.slice(0, mostLeftOut))}::jsonb
    where job_id = ${jobId} and jsonb_array_length(left_out) < ${mostLeftOut}`.execute(tx);
}
