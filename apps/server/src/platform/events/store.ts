import { sql } from 'kysely';
import type { EventTopic } from '@headwater/contract/events';
import type { Tx } from '#platform/database/database.ts';

export const channel = 'headwater_events';

/** Only people of the company receive it, or only `userId` if given. */
export interface ChangeEvent {
  companyId: number;
  userId?: number;
  topic: EventTopic;
  ids: readonly number[];
}

/** Ends the streams of a person; windows that are still signed in reconnect. */
export const signedOut = 'signed_out';

export type Notice = ChangeEvent | { companyId: number; userId?: number; topic: typeof signedOut; ids: readonly [] };

/** PostgreSQL limits a notification to 8,000 bytes. */
const namedIds = 100;

/** Notifies listeners of all processes when the transaction commits. */
export async function publish(tx: Tx, { ids, ...event }: ChangeEvent): Promise<void> {
  const payload = JSON.stringify({ ...event, ids: ids.length > namedIds ? [] : ids });
  await sql`select pg_notify(${channel}, ${payload})`.execute(tx);
}

/** Ends all streams of a person or a company, in all processes, when the transaction commits. */
export async function endStreams(tx: Tx, whose: { companyId: number; userId?: number }): Promise<void> {
  const notice: Notice = { ...whose, topic: signedOut, ids: [] };
  await sql`select pg_notify(${channel}, ${JSON.stringify(notice)})`.execute(tx);
}
