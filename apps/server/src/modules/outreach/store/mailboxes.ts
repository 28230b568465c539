import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { MailboxCursor } from '../mailbox-port.ts';
import type { OutreachTables, StoredMailboxSettings } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<OutreachTables>();

export type MailboxRow = NonNullable<Awaited<ReturnType<typeof findMailbox>>>;

/** What the owner of a mailbox has connected at one time. It is renewed without becoming another one. */
type Access = Pick<MailboxRow, 'id' | 'access_number'>;

export const findMailbox = (tx: Tx, mailboxId: number) =>
  tables(tx).selectFrom('mailboxes').selectAll().where('id', '=', mailboxId).executeTakeFirst();

export const findMailboxOf = (tx: Tx, userId: number) =>
  tables(tx).selectFrom('mailboxes').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** The same, held against being replaced or disconnected until the transaction ends. */
export const holdMailbox = (tx: Tx, userId: number) =>
  tables(tx).selectFrom('mailboxes').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst();

/** Of every company: for the worker that reads them. */
export const listConnected = (tx: Tx) =>
  tables(tx).selectFrom('mailboxes').selectAll().where('state', '=', 'connected').orderBy('id').execute();

export const listSecrets = (tx: Tx) => tables(tx).selectFrom('mailboxes').select(['id', 'user_id', 'secret']).orderBy('id').execute();

/** Where it is still the one that was read: it may have been renewed, or its owner have connected anew, meanwhile. */
export const replaceSecret = (tx: Tx, mailboxId: number, { from, to }: { from: string; to: string }) =>
  tables(tx).updateTable('mailboxes').set({ secret: to }).where('id', '=', mailboxId).where('secret', '=', from).execute();

/** Keeps a renewed access, unless its owner has connected anew meanwhile; of several that were renewed at once, the last one. */
export const keepRenewed = (tx: Tx, { id, access_number }: Access, secret: string) =>
  tables(tx).updateTable('mailboxes').set({ secret }).where('id', '=', id).where('access_number', '=', access_number).execute();

export const listMailboxesOf = (tx: Tx, companyId: number) =>
  tables(tx).selectFrom('mailboxes').selectAll().where('company_id', '=', companyId).orderBy('address').orderBy('id').execute();

export type MailboxLimits = Pick<MailboxRow, 'daily_limit' | 'gap_seconds' | 'ramps'>;

export const saveMailboxLimits = (tx: Tx, mailboxId: number, limits: MailboxLimits) =>
  tables(tx).updateTable('mailboxes').set(limits).where('id', '=', mailboxId).returningAll().executeTakeFirst();

/** Keeps the limits of a mailbox that is disconnected for the next one of the same person. */
export async function keepLimits(tx: Tx, { user_id, company_id, daily_limit, gap_seconds, ramps }: MailboxRow): Promise<void> {
  const limits = { daily_limit, gap_seconds, ramps };
  await tables(tx)
    .insertInto('mailbox_limits')
    .values({ user_id, company_id, ...limits })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(limits))
    .execute();
}

/** Undefined where the person has had no mailbox before. */
export const findKeptLimits = (tx: Tx, userId: number): Promise<MailboxLimits | undefined> =>
  tables(tx).selectFrom('mailbox_limits').select(['daily_limit', 'gap_seconds', 'ramps']).where('user_id', '=', userId).executeTakeFirst();

/** What the person has sent since then by mailboxes that are gone counts against this one. */
export const takeOverSent = (tx: Tx, { id, user_id }: MailboxRow, from: Date) =>
  tables(tx)
    .updateTable('messages')
    .set({ mailbox_id: id })
    .where('created_by', '=', user_id)
    .where('mailbox_id', 'is', null)
    .where('sent_at', '>=', from)
    .execute();

export interface NewMailbox {
  companyId: number;
  userId: number;
  provider: MailboxRow['provider'];
  address: string;
  fromName: string;
  settings: StoredMailboxSettings;
  secret: string;
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
      ...mailbox.limits,
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returningAll()
    .executeTakeFirst();

/** A broken mailbox is connected again in place, so that its messages go on from where they were; `isSame`: to the account that it had. */
export const reconnect = (
  tx: Tx,
  mailboxId: number,
  { isSame, ...mailbox }: Omit<NewMailbox, 'companyId' | 'userId' | 'limits'> & { isSame: boolean },
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
      failure: null,
    })
    .where('id', '=', mailboxId)
    .returningAll()
    .executeTakeFirst();

/** Host of the server that takes the mailbox's letters. */
export const hostOf = ({ settings }: Pick<MailboxRow, 'settings'>): string => ('smtp' in settings ? settings.smtp.host : settings.host);

export const deleteMailbox = (tx: Tx, mailboxId: number) => tables(tx).deleteFrom('mailboxes').where('id', '=', mailboxId).execute();

/** Where it is still reached by the access that failed. False: its owner has connected anew meanwhile, and it goes on. */
export async function markBroken(tx: Tx, { id, access_number }: Access, detail: string): Promise<boolean> {
  await tables(tx)
    .updateTable('mailboxes')
    .set({ state: 'broken', failure: JSON.stringify({ detail }) })
    .where('id', '=', id)
    .where('access_number', '=', access_number)
    .where('state', '=', 'connected')
    .execute();
  return (await findMailbox(tx, id))?.state !== 'connected';
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

export const saveCursor = (tx: Tx, account: Account, read: { cursor: MailboxCursor; readAt: Date }) =>
  whileSame(tx, account)
    .set({ cursor: JSON.stringify(read.cursor), read_at: read.readAt })
    .execute();

/** Messages that left, or may have left, since `from`, and when the last one did. */
export const sentSince = (tx: Tx, mailboxId: number, from: Date) =>
  tables(tx)
    .selectFrom('messages')
    .select([sql<number>`count(*) filter (where sent_at >= ${from})`.as('count'), sql<Date | null>`max(sent_at)`.as('last')])
    .where('mailbox_id', '=', mailboxId)
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
