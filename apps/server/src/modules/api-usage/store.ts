import { sql } from 'kysely';
import type { ActiveUser } from '@headwater/contract/active-users';
import type { Tx } from '#platform/database/database.ts';
import { containing } from '#platform/database/like.ts';
import type { ApiUsageTables } from './tables.ts';

export interface CallCount {
  userId: number;
  companyId: number;
  day: string;
  resource: string;
  calls: number;
}

export interface UsedPart {
  userId: number;
  companyId: number;
  part: ApiUsageTables['used_features']['part'];
  day: string;
}

/** Sorted, so that concurrent processes do not deadlock. Skips users deleted since the call. */
export async function addCalls(tx: Tx, counts: readonly CallCount[]): Promise<void> {
  if (counts.length === 0) return;
  await sql`
    insert into api_calls (user_id, company_id, day, resource, calls)
    select * from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as new ("userId" bigint, "companyId" bigint, day date, resource text, calls bigint)
    where exists (select from users where id = new."userId")
    order by 1, 2, 3, 4
    on conflict (user_id, company_id, day, resource) do update set calls = api_calls.calls + excluded.calls`.execute(tx);
}

export async function saveUsedParts(tx: Tx, parts: readonly UsedPart[]): Promise<void> {
  if (parts.length === 0) return;
  await sql`
    insert into used_features (user_id, part, company_id, last_on)
    select "userId", part, "companyId", day
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as new ("userId" bigint, part text, "companyId" bigint, day date)
    where exists (select from users where id = new."userId")
    order by 1, 2
    on conflict (user_id, part) do update set company_id = excluded.company_id, last_on = excluded.last_on
      where used_features.last_on < excluded.last_on`.execute(tx);
}

interface Days {
  from: string;
  to: string;
}

export async function listResources(tx: Tx, whose: { companyId: number } | { userId: number }, { from, to }: Days) {
  const owner = 'userId' in whose ? sql`user_id = ${whose.userId}` : sql`company_id = ${whose.companyId}`;
  const { rows } = await sql<{ resource: string; count: number }>`
    select resource, sum(calls)::bigint as count from api_calls
    where ${owner} and day between ${from}::date and ${to}::date group by resource order by count desc, resource limit 1000`.execute(tx);
  return rows;
}

export async function listDays(tx: Tx, companyId: number, { from, to }: Days) {
  const { rows } = await sql<{ day: string; count: number }>`
    select day, sum(calls)::bigint as count from api_calls
    where company_id = ${companyId} and day between ${from}::date and ${to}::date group by day order by day`.execute(tx);
  return rows;
}

const nameOf = sql<string>`coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), ''), u.email)`;

/** Searches all companies, as a user may have moved. */
export async function listCallers(tx: Tx, companyId: number, { from, to }: Days) {
  const { rows } = await sql<{ id: number; name: string; count: number }>`
    select u.id, ${nameOf} as name, sum(calls)::bigint as count from api_calls join users u on u.id = user_id
    where api_calls.company_id = ${companyId} and day between ${from}::date and ${to}::date
    group by u.id order by count desc, u.id limit 1000`.execute(tx);
  return rows;
}

export interface CallRow {
  user_id: number;
  day: string;
  person: string;
  resource: string;
  calls: number;
}

interface CallPage extends Days {
  after: CallRow | undefined;
  limit: number;
}

/** By day, person and resource. */
export async function listCalls(tx: Tx, companyId: number, { from, to, after, limit }: CallPage): Promise<CallRow[]> {
  const next = after ? sql`and (day, user_id, resource) > (${after.day}::date, ${after.user_id}::bigint, ${after.resource})` : sql``;
  const { rows } = await sql<CallRow>`
    select user_id, day, ${nameOf} as person, resource, calls from api_calls join users u on u.id = user_id
    where api_calls.company_id = ${companyId} and day between ${from}::date and ${to}::date ${next}
    order by day, user_id, resource limit ${limit}`.execute(tx);
  return rows;
}

export interface ActiveFilter {
  system_part?: UsedPart['part'] | undefined;
  role?: ActiveUser['role'] | undefined;
  company_id?: number | undefined;
  search: string;
  since: string;
  limit: number;
  offset: number;
}

export interface ActiveRow {
  id: number;
  name: string;
  email: string;
  role: ActiveUser['role'];
  company_id: number;
  company_name: string;
  parts: UsedPart['part'][];
  last_on: string;
}

/** ACT-003, ACT-004. Most recent first, over all companies. */
export async function listActive(tx: Tx, { system_part: part, role, company_id, search, since, limit, offset }: ActiveFilter) {
  const like = containing(search);
  const found = sql`
    from users u join companies c on c.id = u.company_id
      join lateral (
        select array_agg(p.part order by p.part) as parts, max(p.last_on) as last_on from used_features p
        where p.user_id = u.id and p.company_id = u.company_id and p.last_on >= ${since}::date) as used on used.last_on is not null
    where u.role in ('admin', 'worker') and u.is_active and c.deleted_at is null
      ${role ? sql`and u.role = ${role}` : sql``} ${part ? sql`and ${part} = any(used.parts)` : sql``}
      ${company_id === undefined ? sql`` : sql`and c.id = ${company_id}`}
      ${search === '' ? sql`` : sql`and (concat_ws(' ', u.first_name, u.last_name) ilike ${like} or u.email ilike ${like} or c.name ilike ${like})`}`;
  const counted = await sql<{ count: number }>`select count(*) as count ${found}`.execute(tx);
  const { rows } = await sql<ActiveRow>`
    select u.id, ${nameOf} as name, u.email, u.role, c.id as company_id, c.name as company_name, used.parts, used.last_on ${found}
    order by used.last_on desc, u.id limit ${limit} offset ${offset}`.execute(tx);
  return { count: counted.rows[0]?.count ?? 0, rows };
}
