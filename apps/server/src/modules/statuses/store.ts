import { sql } from 'kysely';
import { defaultStatuses, type NamedStatus } from '@headwater/domain/vacancies/statuses';
import type { Tx } from '#platform/database/database.ts';
import type { StatusTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<StatusTables>();

export type StatusRow = Awaited<ReturnType<typeof listStatuses>>[number];

/** Creates the first statuses of a company once; concurrent callers wait. */
async function ensureStatuses(tx: Tx, companyId: number): Promise<void> {
  const known = await tables(tx).selectFrom('status_collections').select('company_id').executeTakeFirst();
  if (known) return;
  const made = await tables(tx)
    .insertInto('status_collections')
    .values({ company_id: companyId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('company_id')
    .executeTakeFirst();
  if (!made) return;
  const rows = defaultStatuses.map(({ name, color }, position) => ({
    company_id: companyId,
    parent_id: null,
    name,
    position,
    is_active: true,
    selected: true,
    color,
    is_default: true,
    deleted_at: null,
  }));
  await tables(tx).insertInto('candidate_statuses').values(rows).execute();
}

// Reads tables of the vacancies module, which depends on this one.
const isInUse = sql<boolean>`exists (
  select from candidates join vacancies on vacancies.id = candidates.vacancy_id
  where candidates.status_id = status.id and candidates.deleted_at is null and vacancies.deleted_at is null)`;

export async function listStatuses(tx: Tx, companyId: number) {
  await ensureStatuses(tx, companyId);
  return tables(tx)
    .selectFrom('candidate_statuses as status')
    .select([
      'status.id',
      'status.parent_id',
      'status.name',
      'status.is_default as isDefault',
      'status.position',
      'status.is_active',
      'status.selected',
      'status.color',
      'status.used_by_mixmax',
      isInUse.as('in_use'),
    ])
    .where('status.deleted_at', 'is', null)
    .where('status.company_id', '=', companyId)
    .orderBy('status.position')
    .orderBy('status.id')
    .execute();
}

/** Prevents two requests from removing the last two active statuses. */
export async function lockCollection(tx: Tx, companyId: number): Promise<void> {
  await ensureStatuses(tx, companyId);
  await tables(tx).selectFrom('status_collections').select('company_id').forUpdate().execute();
}

/** Locks a status for deletion: concurrent assignments wait, and earlier ones are visible. */
export const lockStatus = (tx: Tx, statusId: number) =>
  tables(tx).selectFrom('candidate_statuses').select('id').where('id', '=', statusId).forUpdate().execute();

/** Returns the status if it is active, and blocks its deletion until commit. */
export function shareLockStatus(tx: Tx, statusId: number): Promise<NamedStatus | undefined> {
  return tables(tx)
    .selectFrom('candidate_statuses')
    .select(['name', 'is_default as isDefault'])
    .where('id', '=', statusId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
}

export interface NewStatus {
  companyId: number;
  parentId: number | null;
  name: string;
  position: number;
  isActive: boolean;
  selected: boolean;
  color: number;
}

export async function insertStatus(tx: Tx, status: NewStatus): Promise<number> {
  const row = await tables(tx)
    .insertInto('candidate_statuses')
    .values({
      company_id: status.companyId,
      parent_id: status.parentId,
      name: status.name,
      position: status.position,
      is_active: status.isActive,
      selected: status.selected,
      color: status.color,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export type StatusChange = { name?: string; is_active?: boolean; selected?: boolean; color?: number };

export const updateStatus = (tx: Tx, statusId: number, change: StatusChange) =>
  tables(tx)
    .updateTable('candidate_statuses')
    .set(change.name === undefined ? change : { ...change, is_default: false })
    .where('id', '=', statusId)
    .execute();

export const deleteStatus = (tx: Tx, statusId: number, deletedAt: Date) =>
  tables(tx).updateTable('candidate_statuses').set({ deleted_at: deletedAt }).where('id', '=', statusId).execute();

export const saveOrder = (tx: Tx, ids: readonly number[]) =>
  sql`update candidate_statuses set position = wanted.place - 1
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place) where candidate_statuses.id = wanted.id`.execute(tx);
