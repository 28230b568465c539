import { type RawBuilder, sql } from 'kysely';
import { statesBefore } from '@headwater/domain/outreach/transitions';
import type { Tx } from '#platform/database/database.ts';
import { insertEvents } from '../events.ts';
import { followsUp } from '../follow-ups.ts';
import { isUntouched } from '../messenger.ts';
import { belongsTo, change, heldFor, type OfChanged, tables, type Whose } from './change.ts';

const isNotTakenUp = sql<boolean>`(${isUntouched('messages')} or messages.state = 'handed_over')`;

/**
 * Locks claimed messages before their mailbox: workers write the message first and the mailbox
 * second.
 */
export const lockInHand = (tx: Tx, mailboxId: number) => heldFor(tx, 'settle').where('mailbox_id', '=', mailboxId).execute();

/**
 * A first copy may have arrived, so a user decides about the resend; its worker keeps the claim to
 * record the outcome. A temporarily bounced message ends as bounced.
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
      // An immediate resend waits until the worker's lease on the first copy ends.
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
 * A user decides about messages of a lost account. Their worker keeps its lease, or `leaseUntil`,
 * and may still record acceptance.
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

/** Fails unsent messages of a disconnected mailbox. Returns the ids. */
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
  send_at: Date;
}

interface Withdrawing {
  except?: number | undefined;
  /** Messages with a worker that may still receive a response at this time stay. */
  untoldAt?: Date | undefined;
}

/** Detaches messages from their mailing that may have left; conversations keep showing them. */
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
      recipient_id: null,
      // Frees the message id for the replacement.
      message_id: null,
      state: 'error',
      error_reason: 'unknown_outcome',
      lease_until: null,
      claimed_by: null,
    })
    .whereRef('messages.id', '=', 'held.id')
    .returning(['messages.id', 'held.recipient_id', 'held.send_at'])
    .$narrowType<OfChanged>()
    .execute();

/**
 * Withdraws unsent messages. Call `parkResent` first for messages that may have left and wait to be
 * resent.
 */
export async function withdraw(tx: Tx, whose: Whose, { except = 0, untoldAt }: Withdrawing = {}): Promise<Withdrawn[]> {
  const isUntold = untoldAt === undefined ? sql`true` : sql`(messages.claimed_by is null or messages.send_at <= ${untoldAt})`;
  const wanted = sql<boolean>`(${belongsTo(whose)} and messages.id <> ${except} and messages.recipient_id is not null and ${isNotTakenUp} and ${isUntold})`;
  const detached = await detach(tx, wanted);
  const deleted = await tables(tx)
    .deleteFrom('messages')
    .where(wanted)
    .where('state', 'in', statesBefore('withdraw'))
    .returning(['id', 'recipient_id', 'send_at'])
    .$narrowType<OfChanged>()
    .execute();
  return [...detached, ...deleted];
}

/**
 * Moves waiting messages to another mailbox of the user. Follow-ups are withdrawn for the planner,
 * which knows whether replies would be read.
 */
export async function move(tx: Tx, { from, to }: { from: number; to: number }): Promise<{ withdrawn: Withdrawn[]; moved: number[] }> {
  const waiting = heldFor(tx, 'move').where('mailbox_id', '=', from);
  const withdrawn = await tables(tx)
    .deleteFrom('messages')
    .where('id', 'in', waiting.where('is_mass', '=', true).where('bounced_at', 'is', null).where(followsUp))
    .returning(['id', 'recipient_id', 'send_at'])
    .$narrowType<OfChanged>()
    .execute();
  const moved = await tables(tx).updateTable('messages').set({ mailbox_id: to }).where('id', 'in', waiting).returning('id').execute();
  return { withdrawn, moved: moved.map((row) => row.id) };
}
