import { type SelectQueryBuilder, sql } from 'kysely';
import type { PersonStatus } from '@headwater/domain/companies/people';
import type { Role } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { containing } from '#platform/database/like.ts';
import type { EmployeeTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<EmployeeTables>();

const people = (tx: Tx) =>
  tables(tx)
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .leftJoin('departments', 'departments.id', 'users.department_id')
    .leftJoin('user_groups', 'user_groups.id', 'users.group_id')
    .selectAll('users')
    .select(['companies.name as company_name', 'departments.name as department_name', 'user_groups.name as group_name']);

export type EmployeeRow = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>;

/** Follows moves to another company. */
export async function findEmployee(tx: Tx, id: number, roles: readonly Role[]): Promise<EmployeeRow | undefined> {
  const row = await people(tx).where('users.id', '=', id).executeTakeFirst();
  if (row?.moved_to) return findEmployee(tx, row.moved_to, roles);
  return row && roles.includes(row.role) ? row : undefined;
}

export const lockEmployee = (tx: Tx, id: number) =>
  tables(tx).selectFrom('users').selectAll().where('id', '=', id).where('moved_to', 'is', null).forNoKeyUpdate().executeTakeFirst();

export type LockedEmployee = NonNullable<Awaited<ReturnType<typeof lockEmployee>>>;

export interface EmployeeFilter {
  companyId?: number | undefined;
  roles: readonly Role[];
  statuses: readonly PersonStatus[];
  search?: string | undefined;
  second_factor?: boolean | undefined;
  sort: 'name' | 'email' | 'date_joined' | 'last_seen_at';
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
}

type Query<Row> = SelectQueryBuilder<EmployeeTables, 'users', Row>;

const ofStatus: Record<PersonStatus, ReturnType<typeof sql<boolean>>> = {
  active: sql<boolean>`users.is_active`,
  not_active: sql<boolean>`not users.is_active and users.deleted_at is null`,
  deleted: sql<boolean>`users.deleted_at is not null`,
};

const named = sql<string>`lower(coalesce(nullif(concat_ws(' ', nullif(users.first_name, ''), nullif(users.last_name, '')), ''), users.email))`;
const sorts = { name: named, email: sql`lower(users.email)`, date_joined: sql`users.date_joined`, last_seen_at: sql`users.last_seen_at` };

const withFactor = sql<boolean>`(exists (select from authenticators a where a.user_id = users.id and a.confirmed_at is not null)
  or exists (select from passkeys k where k.user_id = users.id))`;

function matching<Row>(query: Query<Row>, { companyId, roles, statuses, search, second_factor: isGuarded }: EmployeeFilter): Query<Row> {
  let found = query.where('users.moved_to', 'is', null).where('users.role', '=', sql<Role>`any(${roles})`);
  if (companyId !== undefined) found = found.where('users.company_id', '=', companyId);
  found = found.where((where) => where.or(statuses.map((status) => ofStatus[status])));
  if (isGuarded !== undefined) found = found.where(isGuarded ? withFactor : sql<boolean>`not ${withFactor}`);
  if (!search) return found;
  const part = containing(search);
  return found.where(
    sql<boolean>`(concat_ws(' ', users.first_name, users.last_name) ilike ${part} or concat_ws(' ', users.last_name, users.first_name) ilike ${part}
      or users.email ilike ${part})`,
  );
}

export async function listEmployees(tx: Tx, filter: EmployeeFilter): Promise<{ count: number; rows: EmployeeRow[] }> {
  const { count } = await matching(tables(tx).selectFrom('users'), filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const ids = matching(tables(tx).selectFrom('users'), filter)
    .select('users.id')
    .orderBy(sql`${sorts[filter.sort]} ${sql.raw(filter.order)} nulls last`)
    .orderBy('users.id')
    .limit(filter.limit)
    .offset(filter.offset);
  const page = (await ids.execute()).map(({ id }) => id);
  const rows = new Map(
    (
      await people(tx)
        .where('users.id', '=', sql<number>`any(${page})`)
        .execute()
    ).map((row) => [row.id, row]),
  );
  return { count, rows: page.flatMap((id) => rows.get(id) ?? []) };
}

export const findOtherActive = (
  tx: Tx,
  { companyId, roles, but }: { companyId: number; roles: readonly Role[]; but: number | undefined },
) =>
  tables(tx)
    .selectFrom('users')
    .select(['id', 'can_search', 'is_activated'])
    .where('company_id', '=', companyId)
    .where('role', '=', sql<Role>`any(${roles})`)
    .where('is_active', '=', true)
    .where('id', '!=', but ?? 0)
    .execute();
