import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { MessageTables } from '../tables.ts';
import { fitsSearch, type MessageFilter, type MessageReader, type MessageRow, visibleMessages } from './messages.ts';
import { type ActivityFilter, fromPeople, leftAt, listPeopleByActivity } from './people-by-activity.ts';
import { type AssignedFilter, assigneesOf, isAssigned } from './assignees.ts';
import { type ConversationState, isSetAside, listSetAside } from './set-aside.ts';
import { listUnreadProfiles } from './unread.ts';

export interface ThreadFilter extends Pick<MessageFilter, 'reader' | 'createdBy' | 'search'> {
  needsAttention: boolean;
  /** Only people who wrote back, unread first. */
  received?: boolean;
  /** Undefined: all. */
  state?: ConversationState | undefined;
  /** Undefined: all. */
  assigned?: AssignedFilter | undefined;
  now: Date;
  limit: number;
  offset: number;
}

interface ThreadRow {
  message_id: number;
  profile_id: number;
  messages: number;
  last_at: Date;
  needs_attention: boolean;
  /** The last reply if nothing was sent after it. */
  incoming_kind: 'reply' | 'auto_reply' | 'bounce' | 'complaint' | 'other' | null;
  incoming_text: string | null;
}

export interface ThreadPage {
  rows: ThreadRow[];
  /** A lower bound unless `isExact`. */
  total: number;
  isExact: boolean;
}

/** People per counting step. */
const countedTogether = 200;

const previewLength = 200;

/** Creation time of the newest sent message: later replies need attention. */
const sentWritten = sql<Date | null>`max(messages.created_at) filter (where messages.sent_at is not null)`;

/** People with a failed message or a reply, the only ones that may need attention. */
const mayNeedAttention = ({ actor }: MessageReader) => sql<number>`(
  select recipient.profile_id from messages as failed join mailing_recipients as recipient on recipient.id = failed.recipient_id
  where failed.company_id = ${actor.company.id} and failed.state in ('error', 'unknown')
  union
  select recipient.profile_id from incoming_messages as reply join messages as answered on answered.id = reply.message_id
  join mailing_recipients as recipient on recipient.id = answered.recipient_id
  where reply.company_id = ${actor.company.id} and reply.kind = 'reply')`;

async function threadsOf(
  tx: Tx,
  { search, needsAttention, received = false, state, assigned, now, people, ...filter }: ThreadFilter & { people?: readonly number[] },
) {
  const { userId } = filter.reader;
  const person = sql`mailing_recipients.profile_id`;
  const threads = (await visibleMessages(tx, filter))
    .clearSelect()
    .leftJoin('incoming_messages as incoming', 'incoming.message_id', 'messages.id')
    .$if(people !== undefined, (query) => query.where('mailing_recipients.profile_id', '=', sql<number>`any(${people}::bigint[])`))
    .$if(state === 'open', (query) => query.where((where) => where.not(isSetAside(person, { userId, now }))))
    .$if(state !== undefined && state !== 'open', (query) => query.where(isSetAside(person, { userId, now, states: state ? [state] : [] })))
    .$if(assigned !== undefined, (query) => query.where(isAssigned(person, assigned ?? 'me', userId)))
    .$if(needsAttention, (query) => query.where('mailing_recipients.profile_id', 'in', mayNeedAttention(filter.reader)))
    .select([
      'mailing_recipients.profile_id',
      sql<number>`max(messages.id)`.as('message_id'),
      sql<number>`count(distinct messages.id)::int`.as('messages'),
      sql<Date>`greatest(max(${leftAt}), max(incoming.received_at))`.as('last_at'),
      sql<boolean>`coalesce(max(incoming.created_at) filter (where incoming.kind = 'reply') > ${sentWritten}, false)
        or coalesce(max(messages.id) filter (where messages.state in ('error', 'unknown')) = max(messages.id), false)`.as(
        'needs_attention',
      ),
      sql<boolean>`coalesce(max(incoming.created_at) > ${sentWritten}, false)`.as('has_incoming'),
      sql<number[] | null>`array_agg(messages.id) filter (where incoming.message_id is not null)`.as('answered_ids'),
    ])
    .groupBy('mailing_recipients.profile_id')
    .$if(received, (query) => query.having(sql<boolean>`coalesce(bool_or(incoming.kind in (${fromPeople})), false)`))
    // A match of any message shows the whole thread.
    .$if(Boolean(search), (query) => query.having(sql<boolean>`bool_or(${fitsSearch(filter.reader, search ?? '')})`));
  return tx.selectFrom(threads.as('threads')).$if(needsAttention, (query) => query.where('threads.needs_attention', '=', true));
}

type Threads = Awaited<ReturnType<typeof threadsOf>>;

async function pageOf(tx: Tx, threads: Threads, { limit, offset }: { limit: number; offset: number }) {
  const page = threads
    .selectAll()
    .select(sql<number>`(count(*) over ())::int`.as('total'))
    .orderBy('threads.last_at', 'desc')
    .orderBy('threads.message_id', 'desc')
    .limit(limit)
    .offset(offset);
  return tx
    .withTables<MessageTables>()
    .selectFrom(page.as('page'))
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('incoming_messages')
          .select(['kind', sql<string>`left(own_text, ${previewLength})`.as('text')])
          .where(sql<boolean>`page.has_incoming and incoming_messages.message_id = any(page.answered_ids)`)
          .orderBy('received_at', 'desc')
          .limit(1)
          .as('incoming'),
      (join) => join.onTrue(),
    )
    .select(['page.message_id', 'page.profile_id', 'page.messages', 'page.last_at', 'page.needs_attention', 'page.total'])
    .select(['incoming.kind as incoming_kind', 'incoming.text as incoming_text'])
    .orderBy('page.last_at', 'desc')
    .orderBy('page.message_id', 'desc')
    .execute();
}

/** Search, attention and own assignments read all threads that match. */
async function findThreads(tx: Tx, filter: ThreadFilter): Promise<ThreadPage> {
  const threads = await threadsOf(tx, filter);
  const rows = await pageOf(tx, threads, filter);
  if (rows.length > 0 || filter.offset === 0) return { rows, total: rows[0]?.total ?? 0, isExact: true };
  const counted = await threads.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(counted.total), isExact: true };
}

/**
 * One row per person, latest activity first by our own times, because clocks of mail servers
 * differ. A page costs its own size.
 */
export async function listThreads(tx: Tx, filter: ThreadFilter): Promise<ThreadPage> {
  const isAssignedAside = filter.assigned !== undefined && isAside(filter.state);
  if (filter.search || filter.needsAttention || filter.assigned === 'me' || isAssignedAside) return findThreads(tx, filter);
  const { offset, limit } = filter;
  const needed = Math.ceil((offset + limit) / countedTogether) * countedTogether;
  const { people, isAll } = await listPeople(tx, filter, needed);
  const shown = people.slice(offset, offset + limit);
  const total = people.length;
  if (shown.length === 0) return { rows: [], total, isExact: isAll };
  const rows = await pageOf(tx, await threadsOf(tx, { ...filter, people: shown }), { limit, offset: 0 });
  if (!filter.received && !isAside(filter.state)) return { rows, total, isExact: isAll };
  const rank = new Map(shown.map((person, index) => [person, index]));
  const ordered = rows.toSorted((one, other) => (rank.get(one.profile_id) ?? 0) - (rank.get(other.profile_id) ?? 0));
  return { rows: ordered, total, isExact: isAll };
}

const isAside = (state: ConversationState | undefined): state is 'snoozed' | 'done' => state === 'snoozed' || state === 'done';

async function listPeople(tx: Tx, filter: ThreadFilter, needed: number) {
  const { state, now, reader } = filter;
  if (isAside(state)) {
    const people = await keepVisible(tx, filter, await listSetAside(tx, reader.userId, { state, now }));
    return { people, isAll: true };
  }
  const walk = { ...filter, isOpen: state === 'open' };
  return filter.received ? listReceived(tx, walk, needed) : listPeopleByActivity(tx, walk, needed);
}

async function listReceived(tx: Tx, filter: ActivityFilter, needed: number) {
  const found = await listVisibleUnread(tx, filter);
  const taken = filter.assigned === 'nobody' ? await assigneesOf(tx, filter.reader.actor.company.id, found) : new Map();
  const unread = found.filter((person) => !taken.has(person));
  const { people, isAll } = await listPeopleByActivity(tx, filter, needed);
  const all = [...new Set([...unread, ...people])];
  return { people: all.slice(0, needed), isAll: isAll && all.length <= needed };
}

/** Without people of hidden mailings or profiles. */
const listVisibleUnread = async (tx: Tx, filter: Pick<ActivityFilter, 'reader' | 'createdBy' | 'now'>): Promise<number[]> =>
  keepVisible(tx, filter, await listUnreadProfiles(tx, filter.reader.userId, filter.now));

/** People with a conversation that the reader may see. */
export async function keepVisible(
  tx: Tx,
  filter: Pick<MessageFilter, 'reader' | 'createdBy'>,
  people: readonly number[],
): Promise<number[]> {
  if (people.length === 0) return [];
  const rows = await (
    await visibleMessages(tx, filter)
  )
    .clearSelect()
    .select('mailing_recipients.profile_id')
    .distinct()
    .where('mailing_recipients.profile_id', '=', sql<number>`any(${people}::bigint[])`)
    .execute();
  const visible = new Set(rows.map((row) => row.profile_id));
  return people.filter((person) => visible.has(person));
}

export const countUnread = async (tx: Tx, filter: Pick<ActivityFilter, 'reader' | 'createdBy' | 'now'>): Promise<number> =>
  (await listVisibleUnread(tx, filter)).length;

export async function messagesOfThread(
  tx: Tx,
  filter: Pick<MessageFilter, 'reader' | 'createdBy'> & { profileId: number; limit: number },
): Promise<MessageRow[]> {
  const newest = await (await visibleMessages(tx, filter)).orderBy('messages.id', 'desc').limit(filter.limit).execute();
  return newest.toReversed();
}

export async function messagesByIds(tx: Tx, filter: Pick<MessageFilter, 'reader'> & { ids: readonly number[] }): Promise<MessageRow[]> {
  return (await visibleMessages(tx, filter)).where('messages.id', '=', sql<number>`any(${filter.ids}::bigint[])`).execute();
}
