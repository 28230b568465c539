import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { type MessageFilter, visibleMessages } from './messages.ts';
import { type AssignedFilter, isAssigned } from './assignees.ts';
import { isSetAside } from './set-aside.ts';

/**
 * When a message left; creation for waiting ones. A CASE, because row-level security allows an
 * index for it, but not for coalesce.
 */
export const leftAt = sql<Date>`case when messages.sent_at is null then messages.created_at else messages.sent_at end`;

/** Kinds of incoming mail that people or their programs wrote; not reports of mail servers. */
export const fromPeople = sql`'reply', 'auto_reply', 'other'`;

interface Activity {
  message_id: number;
  /** Text, because a Date has no microseconds and the next page starts exactly here. */
  at: string;
}

const first = 200;
const most = 5000;
/**
 * A message with this many replies in a page has an automatic responder: its further replies are
 * skipped, up to a number of such messages.
 */
const loudFrom = 5;
const mostLoud = 1000;

interface Walk {
  companyId: number;
  /**
   * Restricts to messages of this user in the query; a new user would otherwise scan everything for
   * an empty list.
   */
  createdBy: number | undefined;
  /** Only mail from people. */
  received: boolean;
}

/**
 * Latest activity of a company before a position, in the order of the indexes messages_activity and
 * incoming_messages_activity.
 */
async function activitiesBefore(
  tx: Tx,
  { companyId, createdBy, received }: Walk,
  { before, count, loud }: { before: Activity | undefined; count: number; loud: ReadonlySet<number> },
) {
  const older = (at: typeof leftAt, id: ReturnType<typeof sql>) =>
    before ? sql`and (${at}, ${id}) < (${before.at}::timestamptz, ${before.message_id}::bigint)` : sql``;
  const author = createdBy === undefined ? sql`` : sql`and messages.created_by = ${createdBy}`;
  const answered =
    createdBy === undefined ? sql`` : sql`and exists (select from messages where messages.id = incoming_messages.message_id ${author})`;
  const sent = sql`(select messages.id as message_id, ${leftAt} as at from messages
    where company_id = ${companyId} and recipient_id is not null ${author} ${older(leftAt, sql`messages.id`)} order by ${leftAt} desc, messages.id desc limit ${count})`;
  const kinds = received ? sql`and kind in (${fromPeople})` : sql``;
  const { rows } = await sql<Activity>`
    select message_id, at::text as at from (
      ${received ? sql`` : sql`${sent} union all`}
      (select message_id, received_at as at from incoming_messages
        where company_id = ${companyId} ${kinds} ${answered} ${older(sql`received_at`, sql`message_id`)} and message_id <> all(${[...loud]}::bigint[]) order by received_at desc, message_id desc limit ${count})
    ) as happened order by happened.at desc, message_id desc limit ${count}`.execute(tx);
  return rows;
}

export interface ActivityFilter extends Pick<MessageFilter, 'reader' | 'createdBy'> {
  received?: boolean;
  /** Without conversations that the reader set aside. */
  isOpen?: boolean;
  assigned?: AssignedFilter | undefined;
  now: Date;
}

async function peopleOf(tx: Tx, filter: ActivityFilter, messageIds: readonly number[]) {
  if (messageIds.length === 0) return new Map<number, number>();
  const { assigned, now, reader } = filter;
  const person = sql`mailing_recipients.profile_id`;
  const rows = await (
    await visibleMessages(tx, filter)
  )
    .clearSelect()
    .select(['messages.id', 'mailing_recipients.profile_id'])
    .where('messages.id', '=', sql<number>`any(${messageIds}::bigint[])`)
    .$if(filter.isOpen === true, (query) => query.where((where) => where.not(isSetAside(person, { userId: reader.userId, now }))))
    .$if(assigned !== undefined, (query) => query.where(isAssigned(person, assigned ?? 'me', reader.userId)))
    .execute();
  return new Map(rows.map((row) => [row.id, row.profile_id]));
}

function repeatedIn(happened: readonly Activity[]): number[] {
  const counts = new Map<number, number>();
  for (const { message_id: messageId } of happened) counts.set(messageId, (counts.get(messageId) ?? 0) + 1);
  return [...counts].flatMap(([messageId, count]) => (count >= loudFrom ? messageId : []));
}

/**
 * People by latest activity, up to the needed number. Costs only what happened since the last of
 * these.
 */
export async function listPeopleByActivity(tx: Tx, filter: ActivityFilter, needed: number): Promise<{ people: number[]; isAll: boolean }> {
  const people = new Set<number>();
  const walk = { companyId: filter.reader.actor.company.id, createdBy: filter.createdBy, received: filter.received ?? false };
  const loud = new Set<number>();
  let before: Activity | undefined;
  for (let count = first; ; count = Math.min(most, count * 2)) {
    const happened = await activitiesBefore(tx, walk, { before, count, loud });
    const personOf = await peopleOf(tx, filter, [...new Set(happened.map((one) => one.message_id))]);
    for (const { message_id: messageId } of happened) {
      const person = personOf.get(messageId);
      if (person !== undefined) people.add(person);
      // One more than needed shows whether there are more.
      if (people.size > needed) return { people: [...people].slice(0, needed), isAll: false };
    }
    for (const messageId of repeatedIn(happened)) if (loud.size < mostLoud) loud.add(messageId);
    before = happened.at(-1);
    if (happened.length < count) return { people: [...people], isAll: true };
  }
}
