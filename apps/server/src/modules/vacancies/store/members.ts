import { sql } from 'kysely';
import type { Role } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import type { VacancyTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<VacancyTables>();

export interface Person {
  id: number;
  first_name: string;
  last_name: string;
}

export interface Member extends Person {
  vacancy_id: number;
  kind: 'assignee' | 'granted';
}

export const listMembers = (tx: Tx, vacancyIds: readonly number[]): Promise<Member[]> =>
  tables(tx)
    .selectFrom('vacancy_members')
    .innerJoin('users', 'users.id', 'vacancy_members.user_id')
    .select(['vacancy_members.vacancy_id', 'vacancy_members.kind', 'users.id', 'users.first_name', 'users.last_name'])
    .where('vacancy_members.vacancy_id', '=', sql<number>`any(${vacancyIds})`)
    .orderBy('users.last_name')
    .orderBy('users.first_name')
    .orderBy('users.id')
    .execute();

export async function findPeople(tx: Tx, ids: readonly number[]): Promise<Map<number, Person>> {
  const rows = await tables(tx)
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Which of the ids are active people of the company in scope with one of the roles. */
export async function countFitting(tx: Tx, ids: readonly number[], roles: readonly Role[]): Promise<number> {
  const row = await tables(tx)
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('id', '=', sql<number>`any(${ids})`)
    .where('role', 'in', roles)
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Makes `userIds` the people of that kind of the vacancy, no more and no less. */
export async function saveMembers(
  tx: Tx,
  { companyId, vacancyId, kind }: { companyId: number; vacancyId: number; kind: Member['kind'] },
  userIds: readonly number[],
): Promise<void> {
  await tables(tx).deleteFrom('vacancy_members').where('vacancy_id', '=', vacancyId).where('kind', '=', kind).execute();
  if (userIds.length === 0) return;
  await tables(tx)
    .insertInto('vacancy_members')
    .values(userIds.map((userId) => ({ company_id: companyId, vacancy_id: vacancyId, user_id: userId, kind })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
