import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

export interface MailboxWork {
  id: number;
  /** The newest of the messages that wait: another one means that there is something new to look at. */
  newest: number;
}

/** Whoever is switched off sends nothing: it waits until they are back. */
const ownerIsActive = sql<boolean>`exists (select from users where users.id = mailboxes.user_id and users.is_active)`;

/**
 * What waits or is in hand in a mailbox, by an index of such messages alone. What is asked of it stands in filters: a condition would let PostgreSQL
 * look for the greatest among all messages instead.
 */
const ofMailbox = sql`messages.mailbox_id = mailboxes.id and messages.state in ('planned', 'claimed', 'handed_over')`;

/**
 * Connected mailboxes with a message that is due, or whose worker has gone silent. Over all companies.
 * @param except mailboxes that are known to have work: it is not looked through
 */
export async function mailboxesWithWork(tx: Tx, now: Date, except: readonly number[] = []): Promise<MailboxWork[]> {
  const { rows } = await sql<MailboxWork>`
    select mailboxes.id, work.newest from mailboxes cross join lateral (
      select max(messages.id) filter (where case when messages.state = 'planned' then messages.send_at <= ${now}
        else messages.lease_until < ${now} end) as newest from messages where ${ofMailbox}) as work
    where mailboxes.state = 'connected' and mailboxes.id <> all(${except}::bigint[]) and ${ownerIsActive} and work.newest is not null`.execute(
    tx,
  );
  return rows;
}

/** The time of the first message that waits in each connected mailbox. Over all companies. */
export async function nextSendings(tx: Tx): Promise<{ mailbox_id: number; send_at: Date }[]> {
  const { rows } = await sql<{ mailbox_id: number; send_at: Date }>`
    select mailboxes.id as mailbox_id, first.send_at from mailboxes cross join lateral (
      select min(messages.send_at) filter (where messages.state = 'planned') as send_at from messages where ${ofMailbox}) as first
    where mailboxes.state = 'connected' and ${ownerIsActive} and first.send_at is not null`.execute(tx);
  return rows;
}
