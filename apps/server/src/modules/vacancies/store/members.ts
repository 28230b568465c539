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
  /** EMP-070: a former user or one in another role, who stays a member. */
  is_former: boolean;
}

/** Roles by kind; `is_assignee` of the user list has the same roles for recruiters. */
const fitting: Readonly<Record<Member['kind'], readonly Role[]>> = { assignee: ['worker', 'admin'], granted: ['hm'] };
export const isFitting = (kind: Member['kind'], role: Role) => fitting[kind].includes(role);

export const listMembers = (tx: Tx, vacancyIds: readonly number[]): Promise<Member[]> =>
  tables(tx)
    .selectFrom('vacancy_members')
    .innerJoin('users', 'users.id', 'vacancy_members.user_id')
    .select(['vacancy_members.vacancy_id', 'vacancy_members.kind', 'users.id', 'users.first_name', 'users.last_name'])
    .select(
      sql<boolean>`not users.is_active or users.role <> all (case vacancy_members.kind when 'assignee' then ${fitting.assignee}::text[]
        else ${fitting.granted}::text[] end)`.as('is_former'),
    )
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

export async function countFitting(tx: Tx, ids: readonly number[], kind: Member['kind']): Promise<number> {
  const row = await tables(tx)
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('id', '=', sql<number>`any(${ids})`)
    .where('role', 'in', fitting[kind])
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Kept for a restore of the vacancy, see `checkRestored`. */
export const saveActiveCounts = (tx: Tx, vacancyId: number, now: Date) =>
  sql`update vacancy_members kept set active_count_before = (
      select greatest(count(*) filter (where v.status = 'active' and v.deleted_at is null), max(m.active_count_before) filter (where j.undo_until > ${now}))
      from vacancy_members m join vacancies v on v.id = m.vacancy_id left join jobs j on j.id = v.deleted_by_job
      where m.user_id = kept.user_id and m.kind = 'granted')
    where kept.vacancy_id = ${vacancyId} and kept.kind = 'granted'`.execute(tx);

interface Room {
  limit: number;
  exceptVacancyId: number | undefined;
  /** A restored vacancy is allowed up to the member's former number, regardless of the limit. */
  isRestored: boolean;
}

export async function findAtLimit(
  tx: Tx,
  ids: readonly number[],
  { limit, exceptVacancyId = 0, isRestored }: Room,
): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name from users u
    where u.id = any(${ids}) and u.is_active and greatest(${limit}::integer, case when ${isRestored} then (
        select active_count_before from vacancy_members where vacancy_id = ${exceptVacancyId} and user_id = u.id and kind = 'granted') end) <= (
      select count(*) from vacancy_members m join vacancies v on v.id = m.vacancy_id
      where m.user_id = u.id and m.kind = 'granted' and v.status = 'active' and v.deleted_at is null and v.id <> ${exceptVacancyId})
    order by u.last_name, u.first_name, u.id limit 1`.execute(tx);
  return rows[0];
}

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
