import { sql } from 'kysely';
import type { Actor } from '@headwater/domain/roles';
import type { MessageStatus } from '@headwater/domain/outreach/message-status';
import type { Tx } from '#platform/database/database.ts';
import { containing, nameHolds } from '#platform/database/like.ts';
import type { MessageTables, OfRecipient } from '../tables.ts';
import { isClosedTo } from './closed-address.ts';
import { type ProgressView, statusAt } from './progress.ts';
import { suppressionOf } from './suppressed.ts';
import { messageSeenBy } from './visibility.ts';

const tables = (tx: Tx) => tx.withTables<MessageTables & ProgressView>();

const joined = (tx: Tx) =>
  tables(tx)
    .selectFrom('messages')
    .innerJoin('mailing_recipients', 'mailing_recipients.id', 'messages.recipient_id')
    .innerJoin('mailings', 'mailings.id', 'mailing_recipients.mailing_id')
    .selectAll('messages')
    .$narrowType<OfRecipient>()
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

export interface MessageReader {
  userId: number;
  actor: Actor;
}

export const readerOf = (actor: Actor): MessageReader => ({ userId: actor.userId, actor });

const seen = (reader: MessageReader) => messageSeenBy({ message: 'messages', mailing: 'mailings' }, reader.actor);

const maySeeMessage = async (tx: Tx, message: MessageRow, reader: MessageReader): Promise<boolean> =>
  message.created_by === reader.userId ||
  (await joined(tx).where('messages.id', '=', message.id).where(seen(reader)).executeTakeFirst()) !== undefined;

/**
 * ROLE-057: own messages; with the right, also those of colleagues in visible vacancies and
 * mailings.
 */
export const mayReadMessage = async (tx: Tx, message: MessageRow, reader: MessageReader): Promise<boolean> =>
  (message.created_by === reader.userId || reader.actor.permissions.messaging_messages) && maySeeMessage(tx, message, reader);

export type MessageRow = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

export const findMessage = (tx: Tx, messageId: number) => joined(tx).where('messages.id', '=', messageId).executeTakeFirst();

export interface MessageFilter {
  reader: MessageReader;
  status?: MessageStatus | undefined;
  view?: 'scheduled' | 'sent' | undefined;
  createdBy?: number | undefined;
  profileId?: number | undefined;
  search?: string | undefined;
  now: Date;
  limit: number;
  offset: number;
}

/** Matches the subject, the recipient's name, or an address that is open to the reader. */
export function fitsSearch({ actor, userId }: MessageReader, words: string) {
  const like = containing(words);
  return sql<boolean>`(messages.subject ilike ${like}
    or (mailing_recipients.email ilike ${like} and (messages.created_by = ${userId} or not ${isClosedTo(actor, 'mailing_recipients')}))
    or (${actor.permissions.personal_info} and exists (select from visible_profiles where visible_profiles.id = mailing_recipients.profile_id
      and ${nameHolds(sql`concat_ws(' ', data ->> 'first_name', data ->> 'patronymic', data ->> 'last_name')`, words)})))`;
}

/** Telegram messages are shown in their dialog, and here only with a reply by e-mail. */
const isShown = sql<boolean>`(messages.channel = 'email' or exists (select from incoming_messages where incoming_messages.message_id = messages.id))`;

export async function visibleMessages(tx: Tx, filter: Pick<MessageFilter, 'reader' | 'createdBy' | 'profileId' | 'search'>) {
  const { reader } = filter;
  let query = joined(tx).where(isShown).where(seen(reader));
  if (filter.createdBy !== undefined) query = query.where('messages.created_by', '=', filter.createdBy);
  if (filter.profileId !== undefined) query = query.where('mailing_recipients.profile_id', '=', filter.profileId);
  if (filter.search) query = query.where(fitsSearch(reader, filter.search));
  return query;
}

/** Has not left. A message that may be leaving counts as sent. */
const isScheduled = sql<boolean>`(messages.state in ('planned', 'claimed') and messages.bounced_at is null)`;

export async function listMessages(tx: Tx, filter: MessageFilter): Promise<{ rows: MessageRow[]; total: number }> {
  const { status, now } = filter;
  let query = await visibleMessages(tx, filter);
  if (status !== undefined) {
    query = query.where((where) =>
      where.exists(
        where
          .selectFrom('message_progress as progress')
          .select('progress.id')
          .whereRef('progress.id', '=', 'messages.id')
          .where(statusAt(now), '=', status),
      ),
    );
  }
  if (filter.view !== undefined) query = query.where(isScheduled, '=', filter.view === 'scheduled');
  const counted = await query
    .clearSelect()
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const ordered =
    filter.view === 'scheduled' ? query.orderBy('messages.send_at').orderBy('messages.id') : query.orderBy('messages.id', 'desc');
  const rows = await ordered.limit(filter.limit).offset(filter.offset).execute();
  return { rows, total: counted.total };
}

/** Limit of replies: an automatic responder may have sent thousands. */
const mostReplies = 100;

export const listReplies = (tx: Tx, messageId: number) => listRepliesTo(tx, [messageId]);

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

export async function mailingsOf(tx: Tx, messageIds: readonly number[]): Promise<number[]> {
  const rows = await tables(tx)
    .selectFrom('messages')
    .innerJoin('mailing_recipients', 'mailing_recipients.id', 'messages.recipient_id')
    .select('mailing_recipients.mailing_id')
    .distinct()
    .where('messages.id', '=', sql<number>`any(${messageIds}::bigint[])`)
    .where('messages.is_mass', '=', true)
    .execute();
  return rows.map((row) => row.mailing_id);
}

export async function visibleMessageIds(tx: Tx, actor: Actor, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const query = await visibleMessages(tx, { reader: readerOf(actor) });
  const rows = await query
    .clearSelect()
    .select('messages.id')
    .where('messages.id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  return new Set(rows.map((row) => row.id));
}
