import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
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

/**
 * The messages of each person as one row, the latest activity first. What came before what is told by when both were kept here: the clocks of
 * mail servers differ.
 */
export async function listThreads(tx: Tx, filter: ThreadFilter): Promise<{ rows: ThreadRow[]; total: number }> {
  const { search, ...all } = filter;
  const visible = (await visibleMessages(tx, all))
    .clearSelect()
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('incoming_messages')
          .select(['received_at', 'created_at', 'kind', sql<string>`left(own_text, ${previewLength})`.as('text')])
          .whereRef('incoming_messages.message_id', '=', 'messages.id')
          .orderBy('received_at', 'desc')
          .limit(1)
          .as('heard'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('incoming_messages')
          .select((select) => select.fn.max('created_at').as('at'))
          .whereRef('incoming_messages.message_id', '=', 'messages.id')
          .where('kind', '=', 'reply')
          .as('replied'),
      (join) => join.onTrue(),
    )
    .select([
      'mailing_recipients.profile_id',
      sql<number>`max(messages.id)`.as('message_id'),
      sql<number>`count(*)::int`.as('messages'),
      sql<Date>`greatest(max(${leftAt}), max(heard.received_at))`.as('last_at'),
      sql<boolean>`coalesce(max(replied.at) > max(messages.created_at) filter (where messages.sent_at is not null), false)
        or (array_agg(messages.state order by messages.id desc))[1] in ('error', 'unknown')`.as('needs_attention'),
      sql<ThreadRow['heard_kind']>`case when max(heard.created_at) > max(messages.created_at) filter (where messages.sent_at is not null)
        then (array_agg(heard.kind order by heard.received_at desc nulls last))[1] end`.as('heard_kind'),
      sql<string | null>`(array_agg(heard.text order by heard.received_at desc nulls last))[1]`.as('heard_text'),
    ])
    .groupBy('mailing_recipients.profile_id')
    // Found by any of its messages, a thread is shown as it stands.
    .$if(Boolean(search), (query) => query.having(sql<boolean>`bool_or(${fitsSearch(filter.reader, search ?? '')})`));
  const threads = tx
    .selectFrom(visible.as('threads'))
    .$if(filter.needsAttention, (query) => query.where('threads.needs_attention', '=', true));
  const counted = await threads.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await threads
    .selectAll()
    .orderBy('threads.last_at', 'desc')
    .orderBy('threads.message_id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
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
