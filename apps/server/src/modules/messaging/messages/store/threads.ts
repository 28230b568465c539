import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { MessageTables } from '../tables.ts';
import { fitsSearch, type MessageFilter, type MessageRow, visibleMessages } from './messages.ts';

export interface ThreadFilter extends Pick<MessageFilter, 'reader' | 'createdBy' | 'search'> {
  needsAttention: boolean;
  limit: number;
  offset: number;
}

export interface ThreadRow {
  /** The newest message. */
  message_id: number;
  messages: number;
  last_at: Date;
  needs_attention: boolean;
  /** What came back last, where nothing was sent after it. */
  heard_kind: 'reply' | 'auto_reply' | 'bounce' | 'complaint' | null;
  heard_text: string | null;
}

/** Characters of a text that a line shows. */
const previewLength = 200;

/** When a message left; one that waits has been there since it was written. */
const leftAt = sql<Date>`coalesce(messages.sent_at, messages.created_at)`;

/** What came back for each message, without its text. */
const heardOf = (tx: Tx) =>
  tx
    .withTables<MessageTables>()
    .selectFrom('incoming_messages')
    .groupBy('message_id')
    .select(({ fn }) => [
      'message_id',
      fn.max('received_at').as('received_at'),
      fn.max('created_at').as('kept_at'),
      fn.max('created_at').filterWhere('kind', '=', 'reply').as('replied_at'),
    ]);

/** When the newest of the messages that were sent was written: what came back after that waits for somebody. */
const sentWritten = sql<Date | null>`max(messages.created_at) filter (where messages.sent_at is not null)`;

/** Each person with what orders, counts and narrows the threads. */
async function allThreads(tx: Tx, { search, needsAttention, ...filter }: ThreadFilter) {
  const threads = (await visibleMessages(tx, filter))
    .clearSelect()
    .leftJoin(heardOf(tx).as('heard'), 'heard.message_id', 'messages.id')
    .select([
      sql<number>`max(messages.id)`.as('message_id'),
      sql<number>`count(*)::int`.as('messages'),
      sql<Date>`greatest(max(${leftAt}), max(heard.received_at))`.as('last_at'),
      sql<boolean>`coalesce(max(heard.replied_at) > ${sentWritten}, false)
        or coalesce(max(messages.id) filter (where messages.state in ('error', 'unknown')) = max(messages.id), false)`.as(
        'needs_attention',
      ),
      sql<boolean>`coalesce(max(heard.kept_at) > ${sentWritten}, false)`.as('is_heard'),
      sql<number[] | null>`array_agg(messages.id) filter (where heard.message_id is not null)`.as('heard_ids'),
    ])
    .groupBy('mailing_recipients.profile_id')
    // Found by any of its messages, a thread is shown as it stands.
    .$if(Boolean(search), (query) => query.having(sql<boolean>`bool_or(${fitsSearch(filter.reader, search ?? '')})`));
  return tx.selectFrom(threads.as('threads')).$if(needsAttention, (query) => query.where('threads.needs_attention', '=', true));
}

/**
 * The messages of each person as one row, the latest activity first. What came before what is told by when both were kept here: the clocks of
 * mail servers differ. All messages are gone through once, without their texts; what a line says is read for the lines of the page.
 */
export async function listThreads(tx: Tx, filter: ThreadFilter): Promise<{ rows: ThreadRow[]; total: number }> {
  const threads = await allThreads(tx, filter);
  const page = threads
    .selectAll()
    .select(sql<number>`(count(*) over ())::int`.as('total'))
    .orderBy('threads.last_at', 'desc')
    .orderBy('threads.message_id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset);
  const rows = await tx
    .withTables<MessageTables>()
    .selectFrom(page.as('page'))
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('incoming_messages')
          .select(['kind', sql<string>`left(own_text, ${previewLength})`.as('text')])
          .where(sql<boolean>`page.is_heard and incoming_messages.message_id = any(page.heard_ids)`)
          .orderBy('received_at', 'desc')
          .limit(1)
          .as('heard'),
      (join) => join.onTrue(),
    )
    .select(['page.message_id', 'page.messages', 'page.last_at', 'page.needs_attention', 'page.total'])
    .select(['heard.kind as heard_kind', 'heard.text as heard_text'])
    .orderBy('page.last_at', 'desc')
    .orderBy('page.message_id', 'desc')
    .execute();
  if (rows.length > 0 || filter.offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  const counted = await threads.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(counted.total) };
}

/** The newest messages to one person that may be seen, the oldest of them first. */
export async function messagesOfThread(
  tx: Tx,
  filter: Pick<MessageFilter, 'reader' | 'createdBy'> & { profileId: number; limit: number },
): Promise<MessageRow[]> {
  const newest = await (await visibleMessages(tx, filter)).orderBy('messages.id', 'desc').limit(filter.limit).execute();
  return newest.toReversed();
}

/** Messages by their ids, in any order. */
export async function messagesByIds(tx: Tx, filter: Pick<MessageFilter, 'reader'> & { ids: readonly number[] }): Promise<MessageRow[]> {
  return (await visibleMessages(tx, filter)).where('messages.id', '=', sql<number>`any(${filter.ids}::bigint[])`).execute();
}
