import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

export interface MailboxWork {
  id: number;
  newest: number;
}

/** Messages of deactivated users wait. */
const ownerIsActive = sql<boolean>`exists (select from users where users.id = mailboxes.user_id and users.is_active)`;

/**
 * Waiting and claimed messages of a mailbox, by their partial index. Conditions are in filters,
 * because PostgreSQL would otherwise search all messages for the maximum.
 */
const ofMailbox = sql`messages.mailbox_id = mailboxes.id and messages.state in ('planned', 'claimed', 'handed_over')`;

/**
 * Connected mailboxes with a due message or an expired lease, across companies. `except` skips
 * mailboxes with known work.
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

export async function nextSendings(tx: Tx): Promise<{ mailbox_id: number; send_at: Date }[]> {
  const { rows } = await sql<{ mailbox_id: number; send_at: Date }>`
    select mailboxes.id as mailbox_id, first.send_at from mailboxes cross join lateral (
      select min(messages.send_at) filter (where messages.state = 'planned') as send_at from messages where ${ofMailbox}) as first
    where mailboxes.state = 'connected' and ${ownerIsActive} and first.send_at is not null`.execute(tx);
  return rows;
}
