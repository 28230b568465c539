import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { type MessageFilter, visibleMessages } from './messages.ts';

/**
 * When a message left; one that waits has been there since it was written. As a case, which row-level security lets an index answer for, and not as
 * coalesce, which it does not.
 */
export const leftAt = sql<Date>`case when messages.sent_at is null then messages.created_at else messages.sent_at end`;

/** A message at the time it left, or at one at which something came back for it. */
interface Activity {
  message_id: number;
  /** As text: a Date has no microseconds, and the walk goes on from exactly here. */
  at: string;
}

/** The activities of a company are read so many at a time, first and at most. */
const first = 200;
const most = 5000;
/** What came back for a message so often among these is an answering machine: nothing more of it is read, for so many messages at most. */
const loudFrom = 5;
const mostLoud = 1000;

interface Walk {
  companyId: number;
  /** Only what this person has written, which is looked for here: a new one would else be shown an empty list after a walk over everything. */
  createdBy: number | undefined;
}

/** Latest activity of a company before a position, in the order of the indexes messages_activity and incoming_messages_activity. */
async function activitiesBefore(
  tx: Tx,
  { companyId, createdBy }: Walk,
  { before, count, loud }: { before: Activity | undefined; count: number; loud: ReadonlySet<number> },
) {
  const older = (at: typeof leftAt, id: ReturnType<typeof sql>) =>
    before ? sql`and (${at}, ${id}) < (${before.at}::timestamptz, ${before.message_id}::bigint)` : sql``;
  const author = createdBy === undefined ? sql`` : sql`and messages.created_by = ${createdBy}`;
  const answered =
    createdBy === undefined ? sql`` : sql`and exists (select from messages where messages.id = incoming_messages.message_id ${author})`;
  const { rows } = await sql<Activity>`
    select message_id, at::text as at from (
      (select messages.id as message_id, ${leftAt} as at from messages
        where company_id = ${companyId} and recipient_id is not null ${author} ${older(leftAt, sql`messages.id`)} order by ${leftAt} desc, messages.id desc limit ${count})
      union all
      (select message_id, received_at from incoming_messages
        where company_id = ${companyId} ${answered} ${older(sql`received_at`, sql`message_id`)} and message_id <> all(${[...loud]}::bigint[]) order by received_at desc, message_id desc limit ${count})
    ) as happened order by happened.at desc, message_id desc limit ${count}`.execute(tx);
  return rows;
}

/** The people whom those messages are to, by message, as far as they may be seen. */
async function peopleOf(tx: Tx, filter: Pick<MessageFilter, 'reader' | 'createdBy'>, messageIds: readonly number[]) {
  if (messageIds.length === 0) return new Map<number, number>();
  const rows = await (
    await visibleMessages(tx, filter)
  )
    .clearSelect()
    .select(['messages.id', 'mailing_recipients.profile_id'])
    .where('messages.id', '=', sql<number>`any(${messageIds}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.profile_id]));
}

function repeatedIn(happened: readonly Activity[]): number[] {
  const counts = new Map<number, number>();
  for (const { message_id: messageId } of happened) counts.set(messageId, (counts.get(messageId) ?? 0) + 1);
  return [...counts].flatMap(([messageId, count]) => (count >= loudFrom ? messageId : []));
}

/**
 * The people who were written to, the latest activity first, until so many are found: costs what happened since the last of them, whatever lies
 * behind. `isAll` where there are no more.
 */
export async function walkPeople(
  tx: Tx,
  filter: Pick<MessageFilter, 'reader' | 'createdBy'>,
  needed: number,
): Promise<{ people: number[]; isAll: boolean }> {
  const people = new Set<number>();
  const walk = { companyId: filter.reader.actor.company.id, createdBy: filter.createdBy };
  const loud = new Set<number>();
  let before: Activity | undefined;
  for (let count = first; ; count = Math.min(most, count * 2)) {
    const happened = await activitiesBefore(tx, walk, { before, count, loud });
    const personOf = await peopleOf(tx, filter, [...new Set(happened.map((one) => one.message_id))]);
    for (const { message_id: messageId } of happened) {
      const person = personOf.get(messageId);
      if (person !== undefined) people.add(person);
      // One more than wanted tells whether there are more.
      if (people.size > needed) return { people: [...people].slice(0, needed), isAll: false };
    }
    for (const messageId of repeatedIn(happened)) if (loud.size < mostLoud) loud.add(messageId);
    before = happened.at(-1);
    if (happened.length < count) return { people: [...people], isAll: true };
  }
}
