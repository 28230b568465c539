import { type RawBuilder, sql } from 'kysely';
import { statesBefore } from '@headwater/domain/outreach/transitions';
import type { Tx } from '#platform/database/database.ts';
import { insertEvents } from '../events.ts';
import { followsUp } from '../follow-ups.ts';
import { isUntouched } from '../messenger.ts';
import { belongsTo, change, heldFor, tables, type Whose } from './change.ts';

const isNotTakenUp = sql<boolean>`(${isUntouched('messages')} or messages.state = 'handed_over')`;

/** Holds what a worker has in hand, before its mailbox is held: a worker writes about the message first and about the mailbox after. */
export const holdInHand = (tx: Tx, mailboxId: number) => heldFor(tx, 'settle').where('mailbox_id', '=', mailboxId).execute();

/**
 * Messages that wait to be sent once more do not leave: a first copy may have arrived, so that they are not forgotten either, and a person decides.
 * Where a worker may still be sending the first one it keeps its name and its time, and its outcome is noted. What bounced for now, and waits to be sent again, ends
 * as bounced. Returns the ids of the undecided.
 */
export async function parkResent(tx: Tx, whose: Whose, now: Date): Promise<number[]> {
  await change(tx, 'park')
    .set({ state: 'error', error_reason: 'soft_bounce', status_changed_at: now, lease_until: null, claimed_by: null })
    .where(belongsTo(whose))
    .where(isNotTakenUp)
    .where('bounced_at', 'is not', null)
    .where('state', '<>', 'handed_over')
    .execute();
  const rows = await tables(tx)
    .updateTable('messages')
    .set({
      state: 'unknown',
      error_reason: 'unknown_outcome',
      error_detail: null,
      status_changed_at: now,
      // Where somebody wanted another copy at once, it waits as long as the worker has for the first.
      lease_until: sql<Date | null>`case when state = 'planned' and claimed_by is not null then send_at end`,
      claimed_by: sql<string | null>`case when state = 'planned' then claimed_by end`,
    })
    .where(
      'id',
      'in',
      heldFor(tx, 'park').where(belongsTo(whose)).where(isNotTakenUp).where('resent', '=', true).where('state', '<>', 'handed_over'),
    )
    .returning(['id', 'company_id'])
    .execute();
  const [first] = rows;
  const messageIds = rows.map((row) => row.id);
  if (first) await insertEvents(tx, { companyId: first.company_id, messageIds, type: 'unknown', happenedAt: now });
  return messageIds;
}

/**
 * Messages that were handed over to an account which is asked no more: a person decides. The worker keeps its name and its lease on them: it may
 * still be sending, and be told that they were accepted. Returns their ids.
 * @param moment.leaseUntil of those on which their worker has no lease: until then it may be told
 */
export async function parkHandedOver(tx: Tx, whose: Whose, moment: { now: Date; leaseUntil?: Date }): Promise<number[]> {
  const waitingOnes = heldFor(tx, 'park').where(belongsTo(whose)).where('state', '=', 'handed_over');
  const rows = await tables(tx)
    .updateTable('messages')
    .set({
      state: 'unknown',
      error_reason: 'unknown_outcome',
      error_detail: null,
      status_changed_at: moment.now,
      lease_until: sql<Date | null>`coalesce(lease_until, ${moment.leaseUntil ?? null}::timestamptz)`,
    })
    .where('id', 'in', waitingOnes)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Messages of a mailbox that is taken away and that have not been handed over end with a reason. Returns their ids. */
export async function cancel(tx: Tx, mailboxId: number, now: Date): Promise<number[]> {
  const rows = await tables(tx)
    .updateTable('messages')
    .set({ state: 'error', error_reason: 'integration_disabled', status_changed_at: now, lease_until: null, claimed_by: null })
    .where('id', 'in', heldFor(tx, 'cancel').where('mailbox_id', '=', mailboxId))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

interface Withdrawn {
  id: number;
  recipient_id: number;
  /** When it was to leave. */
  send_at: Date;
}

interface Withdrawing {
  except?: number | undefined;
  /** Another copy of what a worker may still be told of then stays. */
  untoldAt?: Date | undefined;
}

/** A conversation goes on showing a message that its mailing lets go of: a copy may have left. */
const detach = (tx: Tx, wanted: RawBuilder<boolean>): Promise<Withdrawn[]> =>
  tables(tx)
    .updateTable('messages')
    .from(
      heldFor(tx, 'detach')
        .select(['messages.recipient_id', 'messages.send_at'])
        .where(wanted)
        .where('messages.dialog_id', 'is not', null)
        .as('held'),
    )
    .set({
      recipient_id: sql<number>`null`,
      // Its name is free for the message that takes its place.
      message_id: sql<string>`null`,
      state: 'error',
      error_reason: 'unknown_outcome',
      lease_until: null,
      claimed_by: null,
    })
    .whereRef('messages.id', '=', 'held.id')
    .returning(['messages.id', 'held.recipient_id', 'held.send_at'])
    .execute();

/** Takes back what has not been handed to the network. For what may have left before, and waits to be sent once more, `parkResent` comes first. */
export async function withdraw(tx: Tx, whose: Whose, { except = 0, untoldAt }: Withdrawing = {}): Promise<Withdrawn[]> {
  const isUntold = untoldAt === undefined ? sql`true` : sql`(messages.claimed_by is null or messages.send_at <= ${untoldAt})`;
  const wanted = sql<boolean>`(${belongsTo(whose)} and messages.id <> ${except} and messages.recipient_id is not null and ${isNotTakenUp} and ${isUntold})`;
  const detached = await detach(tx, wanted);
  const deleted = await tables(tx)
    .deleteFrom('messages')
    .where(wanted)
    .where('state', 'in', statesBefore('withdraw'))
    .returning(['id', 'recipient_id', 'send_at'])
    .execute();
  return [...detached, ...deleted];
}

/**
 * Messages that wait in a mailbox go on from another of the same person. Follow-ups are withdrawn and left to the planner, which knows whether an
 * answer to what went before would be read.
 */
export async function move(tx: Tx, { from, to }: { from: number; to: number }): Promise<{ withdrawn: Withdrawn[]; moved: number[] }> {
  const waiting = heldFor(tx, 'move').where('mailbox_id', '=', from);
  const withdrawn = await tables(tx)
    .deleteFrom('messages')
    .where('id', 'in', waiting.where('is_mass', '=', true).where('bounced_at', 'is', null).where(followsUp))
    .returning(['id', 'recipient_id', 'send_at'])
    .execute();
  const moved = await tables(tx).updateTable('messages').set({ mailbox_id: to }).where('id', 'in', waiting).returning('id').execute();
  return { withdrawn, moved: moved.map((row) => row.id) };
}
