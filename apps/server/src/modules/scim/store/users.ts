import { type RawBuilder, sql } from 'kysely';
import { employeeRoles } from '@headwater/domain/companies/people';
import type { Role } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import type { Filter } from '../protocol/filter.ts';
import type { Email } from '../protocol/values.ts';
import type { ScimTables } from '../tables.ts';
import { type Attributes, conditionOf, sortOf } from './filter-sql.ts';

const tables = (tx: Tx) => tx.withTables<ScimTables>();

/** Roles that providers see: no staff. */
export const seenRoles: readonly Role[] = [...employeeRoles, 'hm'];

export interface UserRow {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  role: Role;
  language: 'en' | 'ru' | null;
  is_active: boolean;
  user_name: string;
  external_id: string | null;
  /** Null: only the account's address. */
  emails: Email[] | null;
  department_name: string | null;
  date_joined: Date;
  changed_at: Date;
  groups: { id: number; name: string }[];
}

/** Provider addresses count only while they include the account's address. */
const people = (companyId: number) => sql`(
  select u.id, u.email, u.first_name, u.last_name, u.role, u.language, u.is_active, u.company_id, u.group_id, u.date_joined,
    coalesce(s.user_name, u.email) as user_name, s.external_id, d.name as department_name,
    case when exists (select from jsonb_array_elements(s.emails) as one where lower(one ->> 'value') = lower(u.email)) then s.emails end as emails,
    greatest(u.date_joined, s.changed_at) as changed_at
  from users u left join scim_users s on s.user_id = u.id left join departments d on d.id = u.department_id
  where u.company_id = ${companyId} and u.moved_to is null and u.deleted_at is null and u.role = any(${seenRoles})) as p`;

const groupsOfRow = sql`(select g.id, g.name from user_groups g
  where g.id in (select m.group_id from scim_members m where m.user_id = p.id union all select p.group_id))`;

const groupList = sql`coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.id) from ${groupsOfRow} as g), '[]')`;

const column = (name: string) => sql.ref(`p.${name}`);
const fullName = sql`coalesce(nullif(concat_ws(' ', nullif(p.first_name, ''), nullif(p.last_name, '')), ''), p.email)`;

const attributes: Attributes = {
  single: {
    id: { type: 'exact', of: sql`p.id::text` },
    externalid: { type: 'exact', of: column('external_id') },
    username: { type: 'text', of: column('user_name') },
    'name.givenname': { type: 'text', of: column('first_name') },
    'name.familyname': { type: 'text', of: column('last_name') },
    displayname: { type: 'text', of: fullName },
    active: { type: 'boolean', of: column('is_active') },
    preferredlanguage: { type: 'text', of: column('language') },
    locale: { type: 'text', of: sql`case p.language when 'en' then 'en-US' when 'ru' then 'ru-RU' end` },
    'enterprise.department': { type: 'text', of: column('department_name') },
    'meta.created': { type: 'moment', of: column('date_joined') },
    'meta.lastmodified': { type: 'moment', of: column('changed_at') },
    'meta.resourcetype': { type: 'exact', of: sql`'User'::text` },
  },
  lists: {
    emails: {
      from: sql`jsonb_to_recordset(coalesce(p.emails, jsonb_build_array(jsonb_build_object('value', p.email, 'type', 'work', 'primary', true))))
        as one (value text, type text, "primary" boolean)`,
      parts: {
        value: { type: 'text', of: sql`one.value` },
        type: { type: 'text', of: sql`one.type` },
        primary: { type: 'boolean', of: sql`one.primary` },
      },
    },
    groups: {
      from: sql`${groupsOfRow} as one`,
      parts: { value: { type: 'exact', of: sql`'g' || one.id` }, display: { type: 'text', of: sql`one.name` } },
    },
    roles: {
      from: sql`(select p.role as value) as one`,
      parts: { value: { type: 'text', of: sql`one.value` } },
    },
  },
};

export interface Page {
  companyId: number;
  filter: Filter | undefined;
  sortBy: string | undefined;
  isDescending: boolean;
  limit: number;
  offset: number;
}

export function orderOf({ sortBy, isDescending }: Pick<Page, 'sortBy' | 'isDescending'>, known: Attributes): RawBuilder<unknown> {
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  return sortBy === undefined ? sql`p.id ${direction}` : sql`${sortOf(sortBy, known)} ${direction} nulls last, p.id ${direction}`;
}

export async function listUsers(tx: Tx, page: Page): Promise<{ total: number; rows: UserRow[] }> {
  const { companyId, filter, limit, offset } = page;
  const where = filter ? conditionOf(filter, attributes) : sql`true`;
  const order = orderOf(page, attributes);
  const counted = await sql<{ total: number }>`select count(*) as total from ${people(companyId)} where ${where}`.execute(tx);
  const total = counted.rows[0]?.total ?? 0;
  if (limit === 0 || total <= offset) return { total, rows: [] };
  const { rows } = await sql<UserRow>`select p.*, ${groupList} as groups from ${people(companyId)} where ${where}
    order by ${order} limit ${limit} offset ${offset}`.execute(tx);
  return { total, rows };
}

export async function findUserRow(tx: Tx, companyId: number, id: number): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select p.*, ${groupList} as groups from ${people(companyId)} where p.id = ${id}`.execute(tx);
  return rows[0];
}

export async function isNameTaken(
  tx: Tx,
  { companyId, userName, but }: { companyId: number; userName: string; but: number },
): Promise<boolean> {
  const { rows } =
    await sql`select from ${people(companyId)} where lower(p.user_name) = lower(${userName}) and p.id <> ${but} limit 1`.execute(tx);
  return rows.length > 0;
}

export async function seenIds(tx: Tx, companyId: number, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select p.id from ${people(companyId)} where p.id = any(${[...ids]}::bigint[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export interface ManagedUser {
  userId: number;
  companyId: number;
  userName: string;
  externalId: string | null;
  emails: readonly Email[] | null;
  now: Date;
}

export function saveManaged(tx: Tx, { userId, companyId, userName, externalId, emails, now }: ManagedUser) {
  const columns = {
    user_name: userName,
    external_id: externalId,
    emails: emails === null ? null : JSON.stringify(emails),
    changed_at: now,
  };
  return tables(tx)
    .insertInto('scim_users')
    .values({ user_id: userId, company_id: companyId, managed_at: now, ...columns })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        ...columns,
        managed_at: sql<Date>`coalesce(scim_users.managed_at, excluded.managed_at)`,
        // Repeated values do not change the timestamp.
        changed_at: sql<Date>`case when (scim_users.user_name, scim_users.external_id, scim_users.emails)
          is distinct from (excluded.user_name, excluded.external_id, excluded.emails) then excluded.changed_at else scim_users.changed_at end`,
      }),
    )
    .execute();
}

export const forgetManaged = (tx: Tx, userId: number) => tables(tx).deleteFrom('scim_users').where('user_id', '=', userId).execute();

export async function isManaged(tx: Tx, userId: number): Promise<boolean> {
  const found = tables(tx).selectFrom('scim_users').select('user_id').where('user_id', '=', userId).where('managed_at', 'is not', null);
  return (await found.executeTakeFirst()) !== undefined;
}
