import { sql } from 'kysely';
import { defaultRejectionReasons } from '@headwater/domain/vacancies/rejection-reasons';
import type { Tx } from '#platform/database/database.ts';
import type { StatusTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<StatusTables>();

export type ReasonRow = Awaited<ReturnType<typeof listReasons>>[number];

/** A company without any row, deleted ones included, has not got its initial reasons yet. */
async function ensureReasons(tx: Tx, companyId: number): Promise<void> {
  await sql`
    insert into rejection_reasons (company_id, name, is_default, position)
    select ${companyId}, initial.name, true, initial.place - 1
    from unnest(${defaultRejectionReasons.map(({ name }) => name)}::text[]) with ordinality as initial (name, place)
    where not exists (select from rejection_reasons where company_id = ${companyId})
    on conflict do nothing`.execute(tx);
}

export async function listReasons(tx: Tx, companyId: number) {
  await ensureReasons(tx, companyId);
  return tables(tx)
    .selectFrom('rejection_reasons')
    .select(['id', 'name', 'is_default as isDefault'])
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export const findReasons = (tx: Tx, ids: readonly number[]) =>
  tables(tx)
    .selectFrom('rejection_reasons')
    .select(['id', 'name', 'is_default as isDefault'])
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();

export const lockReasons = (tx: Tx, companyId: number) =>
  tables(tx).selectFrom('rejection_reasons').select('id').where('company_id', '=', companyId).orderBy('id').forUpdate().execute();

export const deleteReasons = (tx: Tx, ids: readonly number[], deletedAt: Date) =>
  tables(tx)
    .updateTable('rejection_reasons')
    .set({ deleted_at: deletedAt })
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();

export const updateReason = (tx: Tx, id: number, change: { position: number; name?: string; is_default?: boolean }) =>
  tables(tx).updateTable('rejection_reasons').set(change).where('id', '=', id).execute();

export const insertReason = (tx: Tx, reason: { company_id: number; name: string; position: number }) =>
  tables(tx)
    .insertInto('rejection_reasons')
    .values({ ...reason, deleted_at: null })
    .execute();
