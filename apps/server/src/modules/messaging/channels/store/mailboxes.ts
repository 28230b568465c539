import { sql } from 'kysely';
import { storableText } from '@headwater/domain/storable-text';
import type { Tx } from '#platform/database/database.ts';
import type { MailboxCursor } from '../mailbox-port.ts';
import type { ChannelTables, StoredMailboxSettings } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<ChannelTables>();

export type MailboxRow = NonNullable<Awaited<ReturnType<typeof findMailbox>>>;

/** Access of one connection. Renewed tokens do not change its number. */
type Access = Pick<MailboxRow, 'id' | 'access_number'>;

export const findMailbox = (tx: Tx, mailboxId: number) =>
  tables(tx).selectFrom('mailboxes').selectAll().where('id', '=', mailboxId).executeTakeFirst();

const ofUser = (tx: Tx, userId: number) => tables(tx).selectFrom('mailboxes').selectAll().where('user_id', '=', userId);
const inUse = (tx: Tx, userId: number) => ofUser(tx, userId).where('state', '<>', 'disconnected');

export const findMailboxOf = (tx: Tx, userId: number) => inUse(tx, userId).executeTakeFirst();

/** Blocks disconnecting until commit, for callers that add messages. */
export const shareMailbox = (tx: Tx, userId: number) => inUse(tx, userId).forKeyShare().executeTakeFirst();

export async function lockMailboxes(tx: Tx, userId: number): Promise<{ known: MailboxRow | undefined; former: MailboxRow[] }> {
  // Locks in the order of ids, against deadlocks.
  const rows = await ofUser(tx, userId).orderBy('id').forUpdate().execute();
  const known = rows.find((row) => row.state !== 'disconnected');
  return { known, former: rows.filter((row) => row !== known).toSorted((one, other) => timeOf(other) - timeOf(one)) };
}

const timeOf = ({ disconnected_at: at }: MailboxRow) => at?.getTime() ?? 0;

/** Over all companies. */
export const listConnected = (tx: Tx) =>
  tables(tx).selectFrom('mailboxes').selectAll().where('state', '=', 'connected').orderBy('id').execute();

export const listSecrets = (tx: Tx) =>
  tables(tx).selectFrom('mailboxes').select(['id', 'user_id', 'secret']).where('state', '<>', 'disconnected').orderBy('id').execute();

/** Skips a secret that was renewed or replaced since. */
export const replaceSecret = (tx: Tx, mailboxId: number, { from, to }: { from: string; to: string }) =>
  tables(tx).updateTable('mailboxes').set({ secret: to }).where('id', '=', mailboxId).where('secret', '=', from).execute();

/** Skips a mailbox that was reconnected since. */
export const saveRenewedAccess = (tx: Tx, { id, access_number }: Access, secret: string) =>
  tables(tx).updateTable('mailboxes').set({ secret }).where('id', '=', id).where('access_number', '=', access_number).execute();

/** One per user: the mailbox in use, or the last disconnected one. */
export async function listMailboxesOf(tx: Tx, companyId: number): Promise<MailboxRow[]> {
  const rows = await tables(tx)
    .selectFrom('mailboxes')
    .selectAll()
    .distinctOn('user_id')
    .where('company_id', '=', companyId)
    .orderBy('user_id')
    .orderBy(sql`state = 'disconnected'`)
    .orderBy('disconnected_at', 'desc')
    .execute();
  return rows.toSorted((one, other) => one.address.localeCompare(other.address) || one.id - other.id);
}

export type MailboxLimits = Pick<MailboxRow, 'daily_limit' | 'gap_seconds' | 'ramps'>;

/** DEC-10: limits apply to all mailboxes of the user. */
export async function saveLimitsOfUser(
  tx: Tx,
  userId: number,
  change: { [Limit in keyof MailboxLimits]?: MailboxLimits[Limit] | undefined },
): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return;
  await tables(tx).updateTable('mailboxes').set(change).where('user_id', '=', userId).execute();
}

export const findKeptLimits = (tx: Tx, userId: number): Promise<MailboxLimits | undefined> =>
  tables(tx).selectFrom('mailbox_limits').select(['daily_limit', 'gap_seconds', 'ramps']).where('user_id', '=', userId).executeTakeFirst();

export interface NewMailbox {
  companyId: number;
  userId: number;
  provider: MailboxRow['provider'];
  address: string;
  fromName: string;
  settings: StoredMailboxSettings;
  secret: string;
  connectedAt: Date;
  limits?: MailboxLimits | undefined;
}

/** Returns undefined if the user has a mailbox, also from a concurrent request. */
export const insertMailbox = (tx: Tx, mailbox: NewMailbox) =>
  tables(tx)
    .insertInto('mailboxes')
    .values({
      company_id: mailbox.companyId,
      user_id: mailbox.userId,
      provider: mailbox.provider,
      // Consent services file sent mail themselves.
      files_sent: mailbox.provider !== 'smtp_imap',
      address: mailbox.address,
      from_name: mailbox.fromName,
      settings: JSON.stringify(mailbox.settings),
      secret: mailbox.secret,
      failure: null,
      connected_at: mailbox.connectedAt,
      ...mailbox.limits,
    })
    .onConflict((conflict) => conflict.column('user_id').where('state', '<>', 'disconnected').doNothing())
    .returningAll()
    .executeTakeFirst();

/** Keeps the row, so that messages continue. `isSame`: same account as before. */
export const reconnect = (
  tx: Tx,
  mailboxId: number,
  { isSame, ...mailbox }: Omit<NewMailbox, 'companyId' | 'userId' | 'connectedAt'> & { isSame: boolean },
) =>
  tables(tx)
    .updateTable('mailboxes')
    .set({
      provider: mailbox.provider,
      ...(isSame ? {} : { files_sent: mailbox.provider !== 'smtp_imap', cursor: null }),
      address: mailbox.address,
      from_name: mailbox.fromName,
      settings: JSON.stringify(mailbox.settings),
      secret: mailbox.secret,
      access_number: sql<number>`access_number + 1`,
      state: 'connected',
      disconnected_at: null,
      failure: null,
      // Keeps a pause that the server requested; a sender refusal was just tested.
      paused_until: sql<Date | null>`case when paused_reason is null then paused_until end`,
      paused_reason: null,
      ...mailbox.limits,
    })
    .where('id', '=', mailboxId)
    .returningAll()
    .executeTakeFirst();

export const hostOf = ({ settings }: Pick<MailboxRow, 'settings'>): string => ('smtp' in settings ? settings.smtp.host : settings.host);

export const markDisconnected = (tx: Tx, mailboxId: number, now: Date) =>
  tables(tx)
    .updateTable('mailboxes')
    .set({ state: 'disconnected', disconnected_at: now, secret: '', failure: null, access_number: sql<number>`access_number + 1` })
    .where('id', '=', mailboxId)
    .execute();

/** Returns false if the access was replaced or already marked. */
export async function saveBroken(tx: Tx, { id, access_number }: Access, detail: string): Promise<boolean> {
  const row = await tables(tx)
    .updateTable('mailboxes')
    .set({ state: 'broken', failure: JSON.stringify({ detail: storableText(detail) }) })
    .where('id', '=', id)
    .where('access_number', '=', access_number)
    .where('state', '=', 'connected')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

type Account = Pick<MailboxRow, 'id' | 'provider' | 'address' | 'settings'>;

const updateSameAccount = (tx: Tx, { id, provider, address, settings }: Account) =>
  tables(tx)
    .updateTable('mailboxes')
    .where('id', '=', id)
    .where('provider', '=', provider)
    .where('address', '=', address)
    .where('settings', '=', sql<StoredMailboxSettings>`${JSON.stringify(settings)}::jsonb`);

export const recordFilesSent = (tx: Tx, account: Account) => updateSameAccount(tx, account).set({ files_sent: true }).execute();

export const saveCursor = (tx: Tx, account: Account, read: { cursor: MailboxCursor; readAt: Date | null }) =>
  updateSameAccount(tx, account)
    .set({ cursor: JSON.stringify(read.cursor), read_at: read.readAt })
    .where(sql<boolean>`(cursor, read_at) is distinct from (${JSON.stringify(read.cursor)}::jsonb, ${read.readAt}::timestamptz)`)
    .execute();

export const leavesFromOwnerOf = (mailboxId: number) =>
  sql<boolean>`mailbox_id = any(array(select own.id from mailboxes as own join mailboxes as this using (user_id) where this.id = ${mailboxId}))`;

/** Counts messages of all mailboxes of the owner, including possibly sent ones. */
export const sentSince = (tx: Tx, mailboxId: number, from: Date) =>
  tables(tx)
    .selectFrom('messages')
    .select([sql<number>`count(*) filter (where sent_at >= ${from})`.as('count'), sql<Date | null>`max(sent_at)`.as('last')])
    .where(leavesFromOwnerOf(mailboxId))
    .where('sent_at', 'is not', null)
    .executeTakeFirstOrThrow();

export const findSettings = (tx: Tx, userId: number) =>
  tables(tx).selectFrom('messaging_settings').selectAll().where('user_id', '=', userId).executeTakeFirst();

export interface SettingsChange {
  signature?: string | undefined;
  send_window_from?: string | null | undefined;
  send_window_to?: string | null | undefined;
  sender_alias?: string | null | undefined;
}

export async function upsertSettings(tx: Tx, owner: { userId: number; companyId: number }, change: SettingsChange): Promise<void> {
  const row = { user_id: owner.userId, company_id: owner.companyId, ...change };
  const known = Object.keys(change).length > 0;
  await tables(tx)
    .insertInto('messaging_settings')
    .values(row)
    .onConflict((conflict) => (known ? conflict.column('user_id').doUpdateSet(change) : conflict.doNothing()))
    .execute();
}

export async function senderOf(tx: Tx, userId: number): Promise<{ address: string; smtpHost: string } | undefined> {
  const mailbox = await findMailboxOf(tx, userId);
  return mailbox && { address: mailbox.address, smtpHost: hostOf(mailbox) };
}

/** `reason`: the server’s sentence if it rejects this sender. Pauses mailings only. */
export const pauseMailbox = (tx: Tx, mailboxId: number, pause: { until: Date; reason: string | null }) =>
  tables(tx)
    .updateTable('mailboxes')
    .set({ paused_until: pause.until, paused_reason: pause.reason === null ? null : storableText(pause.reason) })
    .where('id', '=', mailboxId)
    .execute();

export const endPause = (tx: Tx, mailboxId: number) =>
  tables(tx)
    .updateTable('mailboxes')
    .set({ paused_until: null, paused_reason: null })
    .where('id', '=', mailboxId)
    .where('paused_reason', 'is not', null)
    .execute();
