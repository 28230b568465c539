import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { ScimTables } from '../tables.ts';
import { type Attributes, conditionOf } from './filter-sql.ts';
import { orderOf, type Page, seenIds } from './users.ts';

const tables = (tx: Tx) => tx.withTables<ScimTables>();

export interface GroupRow {
  id: number;
  name: string;
  external_id: string | null;
  created_at: Date;
  changed_at: Date;
  /** Includes members that providers do not see. */
  member_count: number;
}

const members = sql`(select m.user_id from scim_members m where m.group_id = p.id
  union select u.id from users u where u.group_id = p.id and u.moved_to is null)`;

const groups = (companyId: number) => sql`(
  select g.id, g.name, s.external_id, g.created_at, coalesce(s.changed_at, g.created_at) as changed_at
  from user_groups g left join scim_groups s on s.group_id = g.id where g.company_id = ${companyId}) as p`;

const attributes: Attributes = {
  single: {
    id: { type: 'exact', of: sql`'g' || p.id` },
    externalid: { type: 'exact', of: sql`p.external_id` },
    displayname: { type: 'text', of: sql`p.name` },
    'meta.created': { type: 'moment', of: sql`p.created_at` },
    'meta.lastmodified': { type: 'moment', of: sql`p.changed_at` },
    'meta.resourcetype': { type: 'exact', of: sql`'Group'::text` },
  },
  lists: {
    members: {
      from: sql`${members} as one`,
      parts: { value: { type: 'exact', of: sql`one.user_id::text` }, type: { type: 'text', of: sql`'User'::text` } },
    },
  },
};

const columns = sql`p.*, (select count(*) from ${members} as one) as member_count`;

export async function listGroups(tx: Tx, page: Page): Promise<{ total: number; rows: GroupRow[] }> {
  const { companyId, filter, limit, offset } = page;
  const where = filter ? conditionOf(filter, attributes) : sql`true`;
  const order = orderOf(page, attributes);
  const counted = await sql<{ total: number }>`select count(*) as total from ${groups(companyId)} where ${where}`.execute(tx);
  const total = counted.rows[0]?.total ?? 0;
  if (limit === 0 || total <= offset) return { total, rows: [] };
  const { rows } = await sql<GroupRow>`select ${columns} from ${groups(companyId)} where ${where}
    order by ${order} limit ${limit} offset ${offset}`.execute(tx);
  return { total, rows };
}

export async function findGroup(tx: Tx, companyId: number, id: number): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`select ${columns} from ${groups(companyId)} where p.id = ${id}`.execute(tx);
  return rows[0];
}

export async function isGroupNameTaken(
  tx: Tx,
  { companyId, name, but }: { companyId: number; name: string; but: number },
): Promise<boolean> {
  const { rows } =
    await sql`select from user_groups where company_id = ${companyId} and lower(name) = lower(${name}) and id <> ${but} limit 1`.execute(
      tx,
    );
  return rows.length > 0;
}

export async function membersOf(tx: Tx, companyId: number, groupIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ id: number; user_id: number }>`
    select p.id, one.user_id from ${groups(companyId)}, lateral ${members} as one
    where p.id = any(${[...groupIds]}::bigint[]) order by p.id, one.user_id`.execute(tx);
  const seen = await seenIds(tx, companyId, [...new Set(rows.map((row) => row.user_id))]);
  const found = new Map<number, number[]>();
  for (const { id, user_id: userId } of rows) {
    if (!seen.has(userId)) continue;
    const known = found.get(id);
    if (known) known.push(userId);
    else found.set(id, [userId]);
  }
  return found;
}

interface SavedGroup {
  groupId: number;
  companyId: number;
  externalId: string | null;
  now: Date;
}

export const saveGroupFacts = (tx: Tx, { groupId, companyId, externalId, now }: SavedGroup) =>
  tables(tx)
    .insertInto('scim_groups')
    .values({ group_id: groupId, company_id: companyId, external_id: externalId, changed_at: now })
    .onConflict((conflict) => conflict.column('group_id').doUpdateSet({ external_id: externalId, changed_at: now }))
    .execute();

interface Membership {
  groupId: number;
  companyId: number;
  userIds: readonly number[];
}

export const addMembers = (tx: Tx, { groupId, companyId, userIds }: Membership, now: Date) =>
  sql`insert into scim_members (group_id, user_id, company_id, added_at)
    select ${groupId}, unnest(${[...userIds]}::bigint[]), ${companyId}, ${now} on conflict do nothing`.execute(tx);

export const removeMembers = (tx: Tx, { groupId, userIds }: Omit<Membership, 'companyId'>) =>
  tables(tx)
    .deleteFrom('scim_members')
    .where('group_id', '=', groupId)
    .where('user_id', '=', sql<number>`any(${[...userIds]}::bigint[])`)
    .execute();

export async function firstGroups(tx: Tx, { userIds, but }: { userIds: readonly number[]; but: number }): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ group_id: number; user_ids: number[] }>`
    select group_id, array_agg(user_id) as user_ids from (
      select distinct on (user_id) user_id, group_id from scim_members
      where user_id = any(${[...userIds]}::bigint[]) and group_id <> ${but} order by user_id, added_at, group_id) as first
    group by group_id`.execute(tx);
  return new Map(rows.map(({ group_id: groupId, user_ids: ids }) => [groupId, ids]));
}
