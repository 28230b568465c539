import { type SelectQueryBuilder, sql, type Updateable } from 'kysely';
import type { accessTypes, companySorts } from '@headwater/domain/companies/dropdowns';
import type { License } from '@headwater/domain/landing';
import type { Tx } from '#platform/database/database.ts';
import { containing } from '#platform/database/like.ts';
import type { CompanyTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<CompanyTables>();

export interface Named {
  id: number;
  name: string;
}

const nameOf = (alias: string) =>
  sql<string>`coalesce(nullif(concat_ws(' ', nullif(${sql.ref(`${alias}.first_name`)}, ''), nullif(${sql.ref(`${alias}.last_name`)}, '')), ''), ${sql.ref(`${alias}.email`)})`;

/** Over all companies. */
export async function listAccountManagers(tx: Tx, onlyId?: number): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select u.id, ${nameOf('u')} as name from users u
    where (u.role in ('manager', 'sales_manager', 'super_user') or u.holds_staff_rights) and u.is_active
      and ${onlyId === undefined ? sql`true` : sql`u.id = ${onlyId}`}
    order by name, u.id limit 1000`.execute(tx);
  return rows;
}

/** Over all companies. */
export async function findPeople(tx: Tx, ids: readonly number[]): Promise<Map<number, Named>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Named>`select u.id, ${nameOf('u')} as name from users u where u.id = any(${ids})`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Excludes deleted users. Over all companies. */
export async function findManagers(tx: Tx, ids: readonly number[]): Promise<Map<number, Named>> {
  if (ids.length === 0) return new Map();
  const { rows } =
    await sql<Named>`select u.id, ${nameOf('u')} as name from users u where u.id = any(${ids}) and u.deleted_at is null`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function managerOf(tx: Tx, { account_manager_id: id }: { account_manager_id: number | null }): Promise<Named | null> {
  return id === null ? null : ((await findManagers(tx, [id])).get(id) ?? null);
}

export interface CompanyFilter {
  search?: string | undefined;
  access_type?: (typeof accessTypes)[number] | undefined;
  license?: License | undefined;
  account_manager_id?: number | undefined;
  is_active?: boolean | undefined;
  is_deleted: boolean;
  /** ROLE-016: only companies of this account manager; undefined: all. */
  managerId: number | undefined;
  sort: (typeof companySorts)[number];
  order: 'asc' | 'desc';
  now: Date;
  limit: number;
  offset: number;
}

type Query<Row> = SelectQueryBuilder<CompanyTables, 'companies', Row>;

const licenses: Record<License, (now: Date) => ReturnType<typeof sql<boolean>>> = {
  not_started: (now) => sql<boolean>`coalesce(paid_from > ${now}, false)`,
  expired: (now) => sql<boolean>`not coalesce(paid_from > ${now}, false) and (not is_active or coalesce(paid_till <= ${now}, false))`,
  active: (now) => sql<boolean>`not coalesce(paid_from > ${now}, false) and is_active and not coalesce(paid_till <= ${now}, false)`,
};

function chosen<Row>(query: Query<Row>, { search, license, now, ...equal }: CompanyFilter): Query<Row> {
  let found = query.where('deleted_at', equal.is_deleted ? 'is not' : 'is', null);
  if (search) {
    const part = containing(search);
    found = found.where(sql<boolean>`(name ilike ${part} or details->>'site' ilike ${part})`);
  }
  if (equal.managerId !== undefined) found = found.where('account_manager_id', '=', equal.managerId);
  if (equal.access_type) found = found.where('access_type', '=', equal.access_type);
  if (equal.account_manager_id !== undefined) found = found.where('account_manager_id', '=', equal.account_manager_id);
  if (equal.is_active !== undefined) found = found.where('is_active', '=', equal.is_active);
  return license ? found.where(licenses[license](now)) : found;
}

const activeUsers = sql<number>`(select count(*) from users u where u.company_id = companies.id and u.is_active)`;
const searchSeats = sql<number>`(select count(*) from users u where u.company_id = companies.id and u.is_active and u.role = 'worker' and u.can_search)`;
const lastActive = sql<Date | null>`(select max(u.last_seen_at) from users u where u.company_id = companies.id)`;
const sorts = {
  name: sql`lower(name)`,
  paid_till: sql`paid_till`,
  employees: activeUsers,
  search_seats: searchSeats,
  last_active_at: lastActive,
  created_at: sql`created_at`,
};

/** Over all companies. */
export async function listCompanies(tx: Tx, filter: CompanyFilter) {
  const { count } = await chosen(tables(tx).selectFrom('companies'), filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await chosen(tables(tx).selectFrom('companies').selectAll(), filter)
    .select([activeUsers.as('employees'), searchSeats.as('search_seats'), lastActive.as('last_active_at')])
    .orderBy(sql`${sorts[filter.sort]} ${sql.raw(filter.order)} nulls last`)
    .orderBy('id')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { count, rows };
}

/** Excludes deleted companies. Over all companies. */
export const lockCompany = (tx: Tx, id: number) =>
  tables(tx).selectFrom('companies').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forUpdate().executeTakeFirst();

/** Includes deleted companies. Over all companies. */
export const lockAnyCompany = (tx: Tx, id: number) =>
  tables(tx).selectFrom('companies').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export type CompanyColumns = Updateable<CompanyTables['companies']>;
const updateOf = (tx: Tx) => tables(tx).updateTable('companies');

export const updateCompany = (tx: Tx, id: number, columns: CompanyColumns) =>
  updateOf(tx).set(columns).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

interface Counts {
  total: number;
  active: number;
  invited: number;
  with_search: number;
}
const kinds = { workers: ['worker'], admins: ['admin', 'admin_without_search'], hiring_managers: ['hm'] } as const;

/** Users of a company by kind (COMP-061). `invited`: have not accepted yet. */
export async function countEmployees(tx: Tx, companyId: number): Promise<Record<keyof typeof kinds, Counts>> {
  const { rows } = await sql<Counts & { role: string }>`
    select role, count(*) as total, count(*) filter (where is_active and is_activated) as active,
      count(*) filter (where is_active and not is_activated) as invited, count(*) filter (where is_active and can_search) as with_search
    from users where company_id = ${companyId} and deleted_at is null group by role`.execute(tx);
  const sum = (roles: readonly string[]) =>
    rows
      .filter(({ role }) => roles.includes(role))
      .reduce(
        (all, row) => ({
          total: all.total + row.total,
          active: all.active + row.active,
          invited: all.invited + row.invited,
          with_search: all.with_search + row.with_search,
        }),
        { total: 0, active: 0, invited: 0, with_search: 0 },
      );
  return { workers: sum(kinds.workers), admins: sum(kinds.admins), hiring_managers: sum(kinds.hiring_managers) };
}

/** ROLE-032. Over all companies. */
export async function hasServiceManager(tx: Tx, companyId: number): Promise<boolean> {
  const { rows } = await sql`select from users where company_id = ${companyId} and role = 'service_admin' and is_active limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

export interface DemoEnd {
  id: number;
  name: string;
  paid_till: Date | null;
}

/** Marks due companies as notified, so that each notice is sent once. Over all companies. */
export const takeDemoEnds = (tx: Tx, now: Date): Promise<DemoEnd[]> =>
  updateOf(tx)
    .set({ demo_end_email_at: null })
    .where('demo_end_email_at', '<=', now)
    .where('access_type', '=', 'demo')
    .where('deleted_at', 'is', null)
    .returning(['id', 'name', 'paid_till'])
    .execute();

/** Over all companies. */
export async function listAdministrators(tx: Tx, companyId: number): Promise<{ email: string; language: 'en' | 'ru' | null }[]> {
  const { rows } = await sql<{ email: string; language: 'en' | 'ru' | null }>`
    select email, language from users
    where company_id = ${companyId} and role in ('admin', 'admin_without_search') and is_active order by id`.execute(tx);
  return rows;
}
