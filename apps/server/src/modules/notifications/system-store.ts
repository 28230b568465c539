import type { OwnNotification, SystemNotification } from '@headwater/contract/system-notifications';
import type { Role } from '@headwater/domain/roles';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { containing } from '#platform/database/like.ts';
import type { NotificationTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<NotificationTables>();

type State = SystemNotification['state'];
type Stored = Selectable<NotificationTables['system_notifications']>;
export type SystemRow = Stored & Pick<SystemNotification, 'companies' | 'state'>;
export type SystemColumns = Omit<Stored, 'id' | 'created_by' | 'created_at' | 'updated_at'>;

/** NOTF-023: dates are days in Moscow. */
const today = (now: Date) => sql`(${now}::timestamptz at time zone 'Europe/Moscow')::date`;

const stateAt = (now: Date) =>
  sql<State>`case when not n.active then 'off' when n.start_date > ${today(now)} then 'scheduled'
    when n.end_date < ${today(now)} then 'ended' else 'shown' end`;

const columnsAt = (now: Date) =>
  sql`n.*, ${stateAt(now)} as state, coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name) order by lower(c.name), c.id)
    from companies as c where c.id = any(n.company_ids)), '[]') as companies`;

interface ListOptions {
  search: string;
  state: State | undefined;
  now: Date;
  limit: number;
  offset: number;
}

export async function listSystem(tx: Tx, { search, state, now, limit, offset }: ListOptions) {
  const holds = sql`n.title ilike ${containing(search)} and (${state ?? null}::text is null or ${stateAt(now)} = ${state ?? null})`;
  const counted = await sql<{ count: number }>`select count(*) as count from system_notifications as n where ${holds}`.execute(tx);
  const { rows } = await sql<SystemRow>`
    select ${columnsAt(now)} from system_notifications as n where ${holds} order by n.id desc limit ${limit} offset ${offset}
  `.execute(tx);
  return { count: counted.rows[0]?.count ?? 0, rows };
}

export async function findSystem(tx: Tx, id: number, now: Date): Promise<SystemRow | undefined> {
  const { rows } = await sql<SystemRow>`
    select ${columnsAt(now)} from system_notifications as n where n.id = ${id}`.execute(tx);
  return rows[0];
}

export async function insertSystem(tx: Tx, columns: SystemColumns, { userId, now }: { userId: number; now: Date }): Promise<number> {
  const { id } = await tables(tx)
    .insertInto('system_notifications')
    .values({ ...columns, created_by: userId, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateSystem(tx: Tx, columns: SystemColumns, { id, now }: { id: number; now: Date }): Promise<boolean> {
  const row = await tables(tx)
    .updateTable('system_notifications')
    .set({ ...columns, updated_at: now })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteSystem(tx: Tx, id: number): Promise<boolean> {
  const row = await tables(tx).deleteFrom('system_notifications').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}

/** Deleted companies count as known: they may be restored. */
export async function unknownCompany(tx: Tx, ids: readonly number[]): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select sought.id from unnest(${[...ids]}::bigint[]) with ordinality as sought (id, place)
    where not exists (select from companies where companies.id = sought.id) order by place limit 1`.execute(tx);
  return rows[0]?.id;
}

export interface Addressee {
  userId: number;
  companyId: number;
  role: Role;
  canSearch: boolean;
}

export interface OwnRow extends Pick<Stored, 'id' | 'type' | 'title' | 'content' | 'button_text' | 'button_link' | 'show_format'> {
  status: OwnNotification['status'];
}

interface OwnOptions {
  now: Date;
  id?: number;
}

/** NOTF-032. */
const most = 100;

/** NOTF-030. */
export async function listOwn(tx: Tx, { userId, companyId, role, canSearch }: Addressee, { now, id }: OwnOptions): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    select n.id, n.type, n.title, n.content, n.button_text, n.button_link, n.show_format, coalesce(s.status, 'unseen') as status
    from system_notifications as n
    left join system_notification_statuses as s on s.notification_id = n.id and s.user_id = ${userId} and s.company_id = ${companyId}
    where ${stateAt(now)} = 'shown' and (${id ?? null}::bigint is null or n.id = ${id ?? null}::bigint)
      and (n.target_user_role is null or n.target_user_role = ${role})
      and (n.target_can_search is null or n.target_can_search = ${canSearch})
      and (n.company_ids = '{}' or ${companyId}::bigint = any (n.company_ids))
      and (n.region is null or (n.region = 'russia') = (select region = 'russia' from companies where id = ${companyId}))
    order by s.status is not null, n.id limit ${most}`.execute(tx);
  return rows;
}

interface StatusChange {
  id: number;
  userId: number;
  companyId: number;
  status: 'read' | 'hidden';
  now: Date;
}

/** NOTF-011: reading a hidden notification keeps it hidden. */
export async function saveStatus(tx: Tx, { id, userId, companyId, status, now }: StatusChange): Promise<'read' | 'hidden'> {
  const row = await tables(tx)
    .insertInto('system_notification_statuses')
    .values({ notification_id: id, user_id: userId, company_id: companyId, status, changed_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'notification_id', 'company_id']).doUpdateSet({
        status: sql<'read' | 'hidden'>`case when system_notification_statuses.status = 'hidden' then 'hidden' else excluded.status end`,
        changed_at: now,
      }),
    )
    .returning('status')
    .executeTakeFirstOrThrow();
  return row.status;
}
