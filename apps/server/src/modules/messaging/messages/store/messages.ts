import { sql } from 'kysely';
import { keepable } from '@headwater/domain/keepable';
import type { Actor } from '@headwater/domain/roles';
import type { MessageStatus } from '@headwater/domain/outreach/sending';
import type { Tx } from '#platform/database/database.ts';
import type { OutreachTables } from '../tables.ts';
import { isClosedTo } from './closed.ts';
import { lookAgain } from './mass.ts';
import { suppressionOf } from './suppressed.ts';

const tables = (tx: Tx) => tx.withTables<OutreachTables>();

export interface NewSending {
  companyId: number;
  createdBy: number;
  requestKey: string;
  profileId: number;
  candidateId: number | null;
  folderId: number | null;
  email: string;
  emailKey: string;
  needsOpening: boolean;
  mailboxId: number;
  messageId: string;
  subject: string;
  html: string;
  text: string;
  sendAt: Date;
  /** Message-IDs of the thread that it goes on, the oldest first. */
  replyIds: readonly string[];
}

/** Keeps the intent to send one message. Undefined where the request was made before: a double click sends once. */
export async function insertSingle(tx: Tx, sending: NewSending): Promise<number | undefined> {
  const mailing = await tables(tx)
    .insertInto('mailings')
    .values({
      company_id: sending.companyId,
      created_by: sending.createdBy,
      type: 'single',
      name: sending.subject,
      folder_id: sending.folderId,
      request_key: sending.requestKey,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'created_by', 'request_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!mailing) return undefined;
  const recipient = await tables(tx)
    .insertInto('mailing_recipients')
    .values({
      company_id: sending.companyId,
      mailing_id: mailing.id,
      profile_id: sending.profileId,
      candidate_id: sending.candidateId,
      email: sending.email,
      email_key: sending.emailKey,
      email_needs_opening: sending.needsOpening,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const message = await tables(tx)
    .insertInto('messages')
    .values({
      company_id: sending.companyId,
      recipient_id: recipient.id,
      mailbox_id: sending.mailboxId,
      created_by: sending.createdBy,
      message_id: sending.messageId,
      subject: sending.subject,
      html: sending.html,
      body_text: sending.text,
      send_at: sending.sendAt,
      reply_ids: [...sending.replyIds],
      lease_until: null,
      claimed_by: null,
      sent_at: null,
      opened_at: null,
      replied_at: null,
      bounced_at: null,
      error_reason: null,
      error_detail: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return message.id;
}

export async function findByRequestKey(tx: Tx, createdBy: number, requestKey: string): Promise<number | undefined> {
  const row = await tables(tx)
    .selectFrom('messages')
    .innerJoin('mailing_recipients', 'mailing_recipients.id', 'messages.recipient_id')
    .innerJoin('mailings', 'mailings.id', 'mailing_recipients.mailing_id')
    .select('messages.id')
    .where('mailings.created_by', '=', createdBy)
    .where('mailings.request_key', '=', requestKey)
    .executeTakeFirst();
  return row?.id;
}

const joined = (tx: Tx) =>
  tables(tx)
    .selectFrom('messages')
    .innerJoin('mailing_recipients', 'mailing_recipients.id', 'messages.recipient_id')
    .innerJoin('mailings', 'mailings.id', 'mailing_recipients.mailing_id')
    .selectAll('messages')
    .select([
      'mailing_recipients.profile_id',
      'mailing_recipients.candidate_id',
      'mailing_recipients.email',
      'mailing_recipients.email_needs_opening',
      'mailing_recipients.mailing_id',
      'mailings.folder_id',
      'mailings.type',
      suppressionOf('mailing_recipients').as('suppression'),
    ]);

/** ROLE-057, ROLE-059: what the person wrote, and what is not of somebody else's private mailing. The vacancy is asked for besides. */
export const openMessage = (userId: number) =>
  sql<boolean>`(messages.created_by = ${userId} or mailings.created_by = ${userId} or mailings.access_type = 'public')`;

/** Whom messages are shown to. */
export interface MessageReader {
  userId: number;
  actor: Actor;
  /** Those of the vacancies that are open to the person: what was written about others is hidden. */
  openFolders(tx: Tx, folderIds: readonly number[]): Promise<ReadonlySet<number>>;
}

/** Vacancies about which the company has written, as far as they are open to the person. */
async function foldersFor(tx: Tx, { openFolders }: MessageReader): Promise<number[]> {
  const rows = await tables(tx).selectFrom('mailings').select('folder_id').distinct().where('folder_id', 'is not', null).execute();
  return [
    ...(await openFolders(
      tx,
      rows.flatMap((row) => row.folder_id ?? []),
    )),
  ];
}

/** False for a message that its reader must not see. */
async function maySeeMessage(tx: Tx, message: MessageRow, reader: MessageReader): Promise<boolean> {
  const { folder_id: folderId } = message;
  if (message.created_by === reader.userId) return true;
  if (folderId !== null && !(await reader.openFolders(tx, [folderId])).has(folderId)) return false;
  return (await joined(tx).where('messages.id', '=', message.id).where(openMessage(reader.userId)).executeTakeFirst()) !== undefined;
}

/** ROLE-057: one's own messages; with the right to see messages those of colleagues, as far as vacancy and mailing are open to the person. */
export const mayReadMessage = async (tx: Tx, message: MessageRow, reader: MessageReader): Promise<boolean> =>
  (message.created_by === reader.userId || reader.actor.permissions.messaging_messages) && maySeeMessage(tx, message, reader);

export type MessageRow = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

export const findMessage = (tx: Tx, messageId: number) => joined(tx).where('messages.id', '=', messageId).executeTakeFirst();

export interface MessageFilter {
  reader: MessageReader;
  status?: MessageStatus | undefined;
  createdBy?: number | undefined;
  profileId?: number | undefined;
  search?: string | undefined;
  now: Date;
  limit: number;
  offset: number;
}

/** Whether a message has the words in its subject, in the name of its reader, or in an address that is not closed to whoever searches. */
export function fitsSearch({ actor, userId }: MessageReader, words: string) {
  const like = `%${words.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`(messages.subject ilike ${like}
    or (mailing_recipients.email ilike ${like} and (messages.created_by = ${userId} or not ${isClosedTo(actor, 'mailing_recipients')}))
    or (${actor.permissions.personal_info} and exists (select from profiles where profiles.id = mailing_recipients.profile_id
      and concat_ws(' ', data ->> 'first_name', data ->> 'patronymic', data ->> 'last_name') ilike ${like})))`;
}

/** The messages that their reader may see, by whom and about whom the filter says. */
export async function visibleMessages(tx: Tx, filter: Pick<MessageFilter, 'reader' | 'createdBy' | 'profileId' | 'search'>) {
  const { reader } = filter;
  const folders = await foldersFor(tx, reader);
  let query = joined(tx)
    .where(openMessage(reader.userId))
    .where((select) =>
      select.or([
        select('messages.created_by', '=', reader.userId),
        select('mailings.folder_id', 'is', null),
        select('mailings.folder_id', '=', sql<number>`any(${folders}::bigint[])`),
      ]),
    );
  if (filter.createdBy !== undefined) query = query.where('messages.created_by', '=', filter.createdBy);
  if (filter.profileId !== undefined) query = query.where('mailing_recipients.profile_id', '=', filter.profileId);
  if (filter.search) query = query.where(fitsSearch(reader, filter.search));
  return query;
}

/** Newest first, with the number of all that fit the filter. */
export async function listMessages(tx: Tx, filter: MessageFilter): Promise<{ rows: MessageRow[]; total: number }> {
  const { status, now } = filter;
  let query = await visibleMessages(tx, filter);
  if (status === 'error') query = query.where('messages.state', 'in', ['error', 'unknown']);
  if (status === 'replied') query = query.where('messages.state', '=', 'sent').where('messages.replied_at', 'is not', null);
  if (status === 'opened')
    query = query.where('messages.state', '=', 'sent').where('messages.opened_at', 'is not', null).where('messages.replied_at', 'is', null);
  if (status === 'sent')
    query = query.where('messages.state', '=', 'sent').where('messages.opened_at', 'is', null).where('messages.replied_at', 'is', null);
  if (status === 'planned' || status === 'pending' || status === 'soft_bounced' || status === 'suppressed') {
    const suppressed = sql<boolean>`${suppressionOf('mailing_recipients')} is not null`;
    const softBounced = sql<boolean>`messages.error_reason is not distinct from 'soft_bounce'`;
    query = query.where('messages.state', 'in', ['planned', 'claimed', 'handed_over']);
    if (status === 'suppressed') query = query.where(suppressed);
    else
      query = query
        .where((where) => where.not(suppressed))
        .where((where) => (status === 'soft_bounced' ? softBounced : where.not(softBounced)));
    if (status === 'planned' || status === 'pending') query = query.where('messages.send_at', status === 'planned' ? '>' : '<=', now);
  }
  if (status === 'draft') query = query.where(sql<boolean>`false`);
  const counted = await query
    .clearSelect()
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await query.orderBy('messages.id', 'desc').limit(filter.limit).offset(filter.offset).execute();
  return { rows, total: counted.total };
}

/** The newest message of each candidate that the person may know of, for the candidates table. */
export async function latestOfCandidates(
  tx: Tx,
  candidateIds: readonly number[],
  userId: number,
): Promise<Map<number, { row: MessageRow; count: number }>> {
  if (candidateIds.length === 0) return new Map();
  const rows = await joined(tx)
    .where('mailing_recipients.candidate_id', '=', sql<number>`any(${candidateIds})`)
    .where(openMessage(userId))
    .orderBy('messages.id', 'desc')
    .execute();
  const latest = new Map<number, { row: MessageRow; count: number }>();
  for (const row of rows) {
    const known = latest.get(row.candidate_id ?? 0);
    latest.set(row.candidate_id ?? 0, { row: known?.row ?? row, count: (known?.count ?? 0) + 1 });
  }
  return latest;
}

export const insertEvent = (
  tx: Tx,
  event: { companyId: number; messageId: number; type: string; happenedAt: Date; text?: string | undefined },
) =>
  tables(tx)
    .insertInto('message_events')
    .values({
      company_id: event.companyId,
      message_id: event.messageId,
      type: event.type,
      happened_at: event.happenedAt,
      data: JSON.stringify(event.text === undefined ? {} : { text: keepable(event.text) }),
    })
    .execute();

/** One event of the same kind for many messages of a company. */
export const insertEvents = (
  tx: Tx,
  { companyId, messageIds, type, happenedAt }: { companyId: number; messageIds: readonly number[]; type: string; happenedAt: Date },
) =>
  tables(tx)
    .insertInto('message_events')
    .values(messageIds.map((id) => ({ company_id: companyId, message_id: id, type, happened_at: happenedAt })))
    .execute();

/** The moment, or that of the sending where that is later. */
export async function notBeforeSent(tx: Tx, messageId: number, at: Date): Promise<Date> {
  const row = await tables(tx)
    .selectFrom('message_events')
    .select((select) => select.fn.max<Date | null>('happened_at').as('sent_at'))
    .where('message_id', '=', messageId)
    .where('type', '=', 'sent')
    .executeTakeFirst();
  return row?.sent_at && row.sent_at > at ? row.sent_at : at;
}

export const listEvents = (tx: Tx, messageId: number) =>
  tables(tx).selectFrom('message_events').selectAll().where('message_id', '=', messageId).orderBy('happened_at').orderBy('id').execute();

/** Of what came back: an answering machine that answers ours may have sent thousands. */
const mostReplies = 100;

export const listReplies = (tx: Tx, messageId: number) => listRepliesTo(tx, [messageId]);

/** The latest of what came back for the messages together, the oldest first. */
export async function listRepliesTo(tx: Tx, messageIds: readonly number[]) {
  const latest = await tables(tx)
    .selectFrom('incoming_messages')
    .selectAll()
    .where('message_id', '=', sql<number>`any(${messageIds}::bigint[])`)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostReplies)
    .execute();
  return latest.toReversed();
}

/**
 * What a person decided on a message of unknown outcome: that it left, or that a mailbox sends it again; false where it was decided already.
 * While a worker may still be sending the first copy the second one waits, and where the first is accepted yet it is not made.
 */
export async function decide(tx: Tx, messageId: number, { sendFrom, now }: { sendFrom: number | undefined; now: Date }): Promise<boolean> {
  const sent = sendFrom === undefined;
  const change = sent
    ? { state: 'sent' as const, sent_at: sql<Date>`coalesce(sent_at, ${now})`, claimed_by: null }
    : {
        state: 'planned' as const,
        send_at: sql<Date>`greatest(lease_until, ${now})`,
        claimed_by: sql<string | null>`case when lease_until > ${now} then claimed_by end`,
        first_sent_at: sql<Date | null>`coalesce(first_sent_at, sent_at)`,
        sent_at: null,
        attempts: 0,
        resent: true,
        mailbox_id: sendFrom,
      };
  const row = await tables(tx)
    .updateTable('messages')
    .set({ ...change, error_reason: null, error_detail: null, lease_until: null, status_changed_at: now })
    .where('id', '=', messageId)
    .where('state', '=', 'unknown')
    .returning(['recipient_id', 'is_mass'])
    .executeTakeFirst();
  if (row?.is_mass && sent) await lookAgain(tx, [row.recipient_id], now);
  return row !== undefined;
}
