import { sql } from 'kysely';
import { statesBefore } from '@headwater/domain/outreach/transitions';
import type { Tx } from '#platform/database/database.ts';
import { followsUp, isUnreadAtTelegram, unreadMailboxes } from '../follow-ups.ts';
import { change, changeOf, heldFor, tables } from './change.ts';

export type ClaimedMessage = Awaited<ReturnType<typeof claim>>[number];

/** Of a worker, and what it has in hand. */
export interface Claimed {
  ids: readonly number[];
  workerId: string;
}

export interface Claim {
  mailboxId: number;
  workerId: string;
  now: Date;
  leaseUntil: Date;
  /** False where the mailbox may not send at this moment: only messages that may have left are taken, to be asked about. */
  mayStart: boolean;
  /** The same for messages of mailings, which wait for pauses and limits of their own. */
  mayStartMass: boolean;
  /** False where replies may lie unread in the mailbox: follow-ups wait. */
  mayFollowUp: boolean;
  /** Other mailboxes that were read since then hold no unread reply. */
  ingestedSince: Date;
  /** How many may be taken at once. */
  limit: number;
}

/**
 * Takes the next messages of a mailbox for this worker. `handed_over` ones, whose worker went silent, keep their state: they must be asked about, not sent.
 * States and number stand in its text: PostgreSQL sees that the index of what waits has them all, and keeps the plan, which takes it as long as the claim.
 */
export async function claim(tx: Tx, { mailboxId, workerId, now, leaseUntil, limit, ...may }: Claim) {
  const { mayStart, mayStartMass, mayFollowUp, ingestedSince } = may;
  const next = tables(tx)
    .selectFrom('messages')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where('channel', '=', 'email')
    .where(sql<boolean>`state in (${sql.join(statesBefore('claim').map((state) => sql.lit(state)))})`)
    .$if(!mayFollowUp, (query) => query.where(sql<boolean>`(state = 'handed_over' or not ${followsUp})`))
    // One expression, of which PostgreSQL makes no index scans of their own: they would read all that was sent a moment before, once more for each batch.
    // What a worker had in hand when it fell silent has used up nothing: others may have gone in its place since.
    .where(
      sql<boolean>`case when state = 'handed_over' then lease_until < ${now}
        when not (case when is_mass then ${mayStartMass}::boolean else ${mayStart}::boolean end) then false
        when state = 'planned' then send_at <= ${now} else lease_until < ${now} end`,
    )
    // Whoever pressed Send is not kept waiting by a mailing.
    .orderBy('is_mass')
    .orderBy('send_at')
    .orderBy('id')
    .limit(sql.lit(limit))
    .forUpdate()
    .skipLocked();
  const rows = await tables(tx)
    .updateTable('messages')
    .from('mailing_recipients')
    .whereRef('mailing_recipients.id', '=', 'messages.recipient_id')
    .set({
      state: sql`case when messages.state = 'handed_over' then 'handed_over' else 'claimed' end`,
      lease_until: leaseUntil,
      claimed_by: workerId,
    })
    .where('messages.id', 'in', next)
    .returningAll('messages')
    .returning(['mailing_recipients.email', 'mailing_recipients.profile_id', 'mailing_recipients.candidate_id'])
    // An answer may wait to be heard of, by messenger or in another mailbox: asked anew here, and as the planner does, as one may have fallen silent since
    // the message was planned.
    .returning(
      sql<boolean>`messages.is_mass and messages.state = 'claimed'
        and (${isUnreadAtTelegram} or exists (${unreadMailboxes({ mailboxId, ingestedSince })}))`.as('is_unread'),
    )
    .execute();
  return rows.toSorted((one, other) => Number(one.is_mass) - Number(other.is_mass) || one.id - other.id);
}

/** Says, before the network is touched, that from now on these messages may have left. Returns those whose claim was not lost meanwhile. */
export async function handOver(tx: Tx, { ids, workerId }: Claimed, moment: { now: Date; leaseUntil: Date }): Promise<Set<number>> {
  const rows = await changeOf(tx, 'handOver', ids)
    .set((update) => ({
      state: 'handed_over',
      attempts: update('attempts', '+', 1),
      sent_lookups: 0,
      // Counts against the mailbox's limits from here on; taken back where the server refuses.
      sent_at: moment.now,
      lease_until: moment.leaseUntil,
    }))
    .where('claimed_by', '=', workerId)
    .returning('id')
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** The mailbox cannot tell yet what became of a handed-over message, or could not be asked: ask again later. */
export const postpone = (tx: Tx, message: { id: number; workerId: string }, leaseUntil: Date) =>
  change(tx, 'postpone')
    .set((update) => ({ lease_until: leaseUntil, sent_lookups: update('sent_lookups', '+', 1) }))
    .where('id', '=', message.id)
    .where('claimed_by', '=', message.workerId)
    .execute();

/** A message that would be tried again at once waits a while instead. */
export const putOff = (tx: Tx, messageId: number, sendAt: Date) =>
  change(tx, 'putOff').set({ send_at: sendAt }).where('id', '=', messageId).execute();

/**
 * Messages of a mailbox that a worker has taken and not handed over wait again: it finds its claim lost before it touches the network.
 * @param of.lapsedAt only those whose worker had fallen silent by then
 */
export const release = (tx: Tx, { mailboxId, lapsedAt }: { mailboxId: number; lapsedAt?: Date }) => {
  const taken = heldFor(tx, 'release').where('mailbox_id', '=', mailboxId);
  return tables(tx)
    .updateTable('messages')
    .set({ state: 'planned', lease_until: null, claimed_by: null })
    .where('id', 'in', lapsedAt ? taken.where('lease_until', '<', lapsedAt) : taken)
    .execute();
};

/**
 * Due messages that were made before `before` are treated like those of a worker that fell silent after handing over: the Sent folder is
 * asked, and nothing is sent twice. Over all companies.
 */
export const suspect = (tx: Tx, { before, now }: { before: Date; now: Date }) =>
  change(tx, 'suspect')
    .set({
      state: 'handed_over',
      sent_lookups: 0,
      sent_at: sql`coalesce(sent_at, send_at)`,
      lease_until: new Date(now.getTime() - 1),
      claimed_by: null,
    })
    .where('send_at', '<=', now)
    // Telegram takes a message with the same number once.
    .where('channel', '=', 'email')
    .where('created_at', '<', before)
    .execute();
