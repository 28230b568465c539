import { sql } from 'kysely';
import type { UsageEventPayload } from '@headwater/contract/usage-events';
import type { Tx } from '#platform/database/database.ts';
import type { UsageEventTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<UsageEventTables>();

export interface EventUser {
  id: number;
  company_id: number;
  first_name: string;
  last_name: string;
  email: string;
}

export async function findEventUser(tx: Tx, id: number): Promise<EventUser | undefined> {
  const { rows } = await sql<EventUser>`
    select id, company_id, first_name, last_name, email from users where id = ${id} and is_active`.execute(tx);
  return rows[0];
}

export const insertEvent = (tx: Tx, payload: UsageEventPayload, now: Date) =>
  tables(tx)
    .insertInto('usage_events')
    .values({
      company_id: payload.licence_id,
      user_id: payload.user_id,
      event_type: payload.event_type,
      at: new Date(payload.time),
      received_at: now,
      properties: JSON.stringify(payload.event_properties),
    })
    .execute();

/** Over all companies. */
export async function countEvents(tx: Tx, since: Date): Promise<{ name: string; count: number }[]> {
  const { rows } = await sql<{ name: string; count: number }>`
    select event_type as name, count(*) as count from usage_events where received_at >= ${since} group by 1 order by 1`.execute(tx);
  return rows;
}

/** Returns the number of deleted events. */
export async function deleteEventsBefore(tx: Tx, before: Date, most: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    delete from usage_events where id in (select id from usage_events where received_at < ${before} order by received_at limit ${most})
    returning id`.execute(tx);
  return rows.length;
}
