import { sql } from 'kysely';
import { storableText } from '@headwater/domain/storable-text';
import type { Tx } from '#platform/database/database.ts';
import type { MailboxCursor } from '../mailbox-port.ts';
import type { ChannelTables, StoredMailboxSettings } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<ChannelTables>();

export type MailboxRow = NonNullable<Awaited<ReturnType<typeof findMailbox>>>;

/** What the owner of a mailbox has connected at one time. It is renewed without becoming another one. */
type Access = Pick<MailboxRow, 'id' | 'access_number'>;

export const findMailbox = (tx: Tx, mailboxId: number) =>
  tables(tx).selectFrom('mailboxes').selectAll().where('id', '=', mailboxId).executeTakeFirst();

const ofUser = (tx: Tx, userId: number) => tables(tx).selectFrom('mailboxes').selectAll().where('user_id', '=', userId);
const inUse = (tx: Tx, userId: number) => ofUser(tx, userId).where('state', '<>', 'disconnected');

/** The mailbox that a person has connected, also a broken one. */
export const findMailboxOf = (tx: Tx, userId: number) => inUse(tx, userId).executeTakeFirst();

/** The same for whoever adds messages to it: it is not disconnected until the transaction ends. */
export const shareMailbox = (tx: Tx, userId: number) => inUse(tx, userId).forKeyShare().executeTakeFirst();

/** The mailboxes of a person, the one in use first, held against being replaced or disconnected until the transaction ends. */
export async function holdMailboxes(tx: Tx, userId: number): Promise<{ known: MailboxRow | undefined; former: MailboxRow[] }> {
  // In the order of ids, so that two of them never wait for each other.
  const rows = await ofUser(tx, userId).orderBy('id').forUpdate().execute();
  const known = rows.find((row) => row.state !== 'disconnected');
  return { known, former: rows.filter((row) => row !== known).toSorted((one, other) => timeOf(other) - timeOf(one)) };
}

const timeOf = ({ disconnected_at: at }: MailboxRow) => at?.getTime() ?? 0;

/** Of every company: for the worker that reads them. */
export const listConnected = (tx: Tx) =>
  tables(tx).selectFrom('mailboxes').selectAll().where('state', '=', 'connected').orderBy('id').execute();

export const listSecrets = (tx: Tx) =>
  tables(tx).selectFrom('mailboxes').select(['id', 'user_id', 'secret']).where('state', '<>', 'disconnected').orderBy('id').execute();

/** Where it is still the one that was read: it may have been renewed, or its owner have connected anew, meanwhile. */
export const replaceSecret = (tx: Tx, mailboxId: number, { from, to }: { from: string; to: string }) =>
  tables(tx).updateTable('mailboxes').set({ secret: to }).where('id', '=', mailboxId).where('secret', '=', from).execute();

/** Keeps a renewed access, unless its owner has connected anew meanwhile; of several that were renewed at once, the last one. */
export const keepRenewed = (tx: Tx, { id, access_number }: Access, secret: string) =>
  tables(tx).updateTable('mailboxes').set({ secret }).where('id', '=', id).where('access_number', '=', access_number).execute();

/** One of each person: the one in use, else the one that was disconnected last. */
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

/** DEC-10: they are the person's, and hold for each of their mailboxes. */
export async function saveLimitsOfUser(
  tx: Tx,
  userId: number,
  change: { [Limit in keyof MailboxLimits]?: MailboxLimits[Limit] | undefined },
): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return;
  await tables(tx).updateTable('mailboxes').set(change).where('user_id', '=', userId).execute();
}

/** Of who disconnected a mailbox while its row was not kept. */
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
  /** Those of a mailbox that the person had before; undefined: those of a new one. */
  limits?: MailboxLimits | undefined;
}

/** Undefined where the person has one already, also when two windows connect at once. */
export const insertMailbox = (tx: Tx, mailbox: NewMailbox) =>
  tables(tx)
    .insertInto('mailboxes')
    .values({
      company_id: mailbox.companyId,
      user_id: mailbox.userId,
      provider: mailbox.provider,
      // Services of consent file what they send by themselves.
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

/** The same address is connected again in place, so that its messages go on from where they were; `isSame`: by the account that it had. */
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
      // What its server asked for holds on; that it takes mail from this sender was just tried.
      paused_until: sql<Date | null>`case when paused_reason is null then paused_until end`,
      paused_reason: null,
      ...mailbox.limits,
    })
    .where('id', '=', mailboxId)
    .returningAll()
    .executeTakeFirst();

/** Host of the server that takes the mailbox's messages. */
export const hostOf = ({ settings }: Pick<MailboxRow, 'settings'>): string => ('smtp' in settings ? settings.smtp.host : settings.host);

/** Nobody is let in by it any more; what is known of the account stays for when it is connected again. */
export const putAside = (tx: Tx, mailboxId: number, now: Date) =>
  tables(tx)
    .updateTable('mailboxes')
    .set({ state: 'disconnected', disconnected_at: now, secret: '', failure: null, access_number: sql<number>`access_number + 1` })
    .where('id', '=', mailboxId)
    .execute();

/** Where it is still reached by the access that failed. False: it was noted before, or its owner has connected anew meanwhile. */
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

/** What was learnt of an account is no knowledge of one that has taken its place meanwhile. */
type Account = Pick<MailboxRow, 'id' | 'provider' | 'address' | 'settings'>;

const whileSame = (tx: Tx, { id, provider, address, settings }: Account) =>
  tables(tx)
    .updateTable('mailboxes')
    .where('id', '=', id)
    .where('provider', '=', provider)
    .where('address', '=', address)
    .where('settings', '=', sql<StoredMailboxSettings>`${JSON.stringify(settings)}::jsonb`);

export const noteFilesSent = (tx: Tx, account: Account) => whileSame(tx, account).set({ files_sent: true }).execute();

export const saveCursor = (tx: Tx, account: Account, read: { cursor: MailboxCursor; readAt: Date | null }) =>
  whileSame(tx, account)
    .set({ cursor: JSON.stringify(read.cursor), read_at: read.readAt })
    .execute();

/** A condition on messages: they leave from this mailbox, or from whichever other one its owner has had. Limits are the person's. */
export const leavesFromOwnerOf = (mailboxId: number) =>
  sql<boolean>`mailbox_id = any(array(select own.id from mailboxes as own join mailboxes as this using (user_id) where this.id = ${mailboxId}))`;

/** Messages that left, or may have left, since `from` by whichever mailbox of its owner, and when the last one did: limits are the person's. */
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

/** Where a person's messages leave from; undefined without a connected mailbox. */
export async function senderOf(tx: Tx, userId: number): Promise<{ address: string; smtpHost: string } | undefined> {
  const mailbox = await findMailboxOf(tx, userId);
  return mailbox && { address: mailbox.address, smtpHost: hostOf(mailbox) };
}

/** The provider asked to wait, or does not take mail from this sender (`reason`, in its own words): messages of mailings wait. */
export const pauseMailbox = (tx: Tx, mailboxId: number, pause: { until: Date; reason: string | null }) =>
  tables(tx)
    .updateTable('mailboxes')
    .set({ paused_until: pause.until, paused_reason: pause.reason === null ? null : storableText(pause.reason) })
    .where('id', '=', mailboxId)
    .execute();

/** Something was accepted: what the mailbox was paused for is over. */
export const endPause = (tx: Tx, mailboxId: number) =>
  tables(tx)
    .updateTable('mailboxes')
    .set({ paused_until: null, paused_reason: null })
    .where('id', '=', mailboxId)
    .where('paused_reason', 'is not', null)
    .execute();
