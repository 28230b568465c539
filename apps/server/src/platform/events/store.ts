import { sql } from 'kysely';
import type { EventTopic } from '@headwater/contract/events';
import type { Tx } from '#platform/database/database.ts';

export const channel = 'headwater_events';

/** Something that has changed; only people of the company hear of it, and only `userId` where it is given. */
export interface ChangeEvent {
  companyId: number;
  userId?: number;
  topic: EventTopic;
  ids: readonly number[];
}

/** Said where a person has signed out: their streams end, and whoever is still signed in opens a new one. */
export const signedOut = 'signed_out';

export type Notice = ChangeEvent | { companyId: number; userId?: number; topic: typeof signedOut; ids: readonly [] };

/** PostgreSQL takes notices up to 8,000 bytes. */
const namedIds = 100;

/** Tells listeners, in this and other processes, when the caller's transaction commits; not at all when it does not. */
export async function publish(tx: Tx, { ids, ...event }: ChangeEvent): Promise<void> {
  const payload = JSON.stringify({ ...event, ids: ids.length > namedIds ? [] : ids });
  await sql`select pg_notify(${channel}, ${payload})`.execute(tx);
}

/** Ends all streams of a person, or of everybody in a company, in this and other processes, when the caller's transaction commits. */
export async function endStreams(tx: Tx, whose: { companyId: number; userId?: number }): Promise<void> {
  const notice: Notice = { ...whose, topic: signedOut, ids: [] };
  await sql`select pg_notify(${channel}, ${JSON.stringify(notice)})`.execute(tx);
}
