import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { PushAddress } from './push-port.ts';
import type { NoticeTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<NoticeTables>();

/** Maximum per user; the oldest is replaced. */
const mostBrowsers = 10;

export interface Subscription extends PushAddress {
  id: number;
  session_hash: Buffer;
  server_key: string;
  agent: string | null;
  created_at: Date;
  failed_at: Date | null;
}

export async function hasSubscription(tx: Tx, userId: number): Promise<boolean> {
  const row = await tables(tx).selectFrom('push_subscriptions').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** The user's subscriptions with a valid session, newest first. */
export async function listSubscriptions(tx: Tx, userId: number, now: Date): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    select p.id, p.session_hash, p.endpoint, p.p256dh, p.auth, p.server_key, p.agent, p.created_at, p.failed_at
    from push_subscriptions p join sessions s on s.token_hash = p.session_hash
    where p.user_id = ${userId} and s.user_id = ${userId} and s.expires_at > ${now} order by p.id desc`.execute(tx);
  return rows;
}

export interface NewSubscription extends PushAddress {
  companyId: number;
  userId: number;
  sessionHash: Buffer;
  serverKey: string;
  agent: string | undefined;
  now: Date;
}

/** Replaces subscriptions of the same browser. Returns undefined if the session has ended. */
export async function saveSubscription(tx: Tx, one: NewSubscription): Promise<Subscription | undefined> {
  const { rows: sessions } = await sql`
    select from sessions where token_hash = ${one.sessionHash} and user_id = ${one.userId} for key share`.execute(tx);
  if (sessions.length === 0) return undefined;
  await tables(tx)
    .deleteFrom('push_subscriptions')
    .where((where) => where.or([where('endpoint', '=', one.endpoint), where('session_hash', '=', one.sessionHash)]))
    .execute();
  const row = await tables(tx)
    .insertInto('push_subscriptions')
    .values({
      company_id: one.companyId,
      user_id: one.userId,
      session_hash: one.sessionHash,
      endpoint: one.endpoint,
      p256dh: one.p256dh,
      auth: one.auth,
      server_key: one.serverKey,
      agent: one.agent?.slice(0, 500) ?? null,
      created_at: one.now,
      failed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await sql`delete from push_subscriptions where user_id = ${one.userId} and id in (
    select id from push_subscriptions where user_id = ${one.userId} order by id desc offset ${mostBrowsers})`.execute(tx);
  return row;
}

export async function deleteSubscription(tx: Tx, userId: number, id: number): Promise<boolean> {
  const deleted = tables(tx).deleteFrom('push_subscriptions').where('id', '=', id).where('user_id', '=', userId);
  return (await deleted.returning('id').executeTakeFirst()) !== undefined;
}

/** Null after a success. */
export const saveFailure = (tx: Tx, id: number, at: Date | null) =>
  tables(tx).updateTable('push_subscriptions').set({ failed_at: at }).where('id', '=', id).execute();
