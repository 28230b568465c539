import { sql } from 'kysely';
import type { OfRecipient } from '../../tables.ts';
import { statesBefore } from '@headwater/domain/outreach/transitions';
import type { Tx } from '#platform/database/database.ts';
import { followsUp, isUnreadAtTelegram, unreadMailboxes } from '../follow-ups.ts';
import { change, changeOf, heldFor, tables } from './change.ts';

export type ClaimedMessage = Awaited<ReturnType<typeof claim>>[number];

export interface Claimed {
  ids: readonly number[];
  workerId: string;
}

export interface Claim {
  mailboxId: number;
  workerId: string;
  now: Date;
  leaseUntil: Date;
  /**
   * False if the mailbox may not send now: only messages that may have left are claimed, to look
   * them up.
   */
  mayStart: boolean;
  /** `mayStart` for messages to people who replied earlier. */
  mayAnswer: boolean;
  /** Other messages of people from before this time wait for the morning. */
  heldBefore?: Date | undefined;
  /** `mayStart` for mailings, with their own pauses and limits. */
  mayStartMass: boolean;
  /** False if replies may be unread: follow-ups wait. */
  mayFollowUp: boolean;
  ingestedSince: Date;
  limit: number;
}

/**
 * `handed_over` messages of a lost worker keep their state: they are looked up, not sent. States
 * and limit are literals, so that PostgreSQL uses the partial index and caches the plan.
 */
export async function claim(tx: Tx, { mailboxId, workerId, now, leaseUntil, limit, ...may }: Claim) {
  const { mayStart, mayAnswer, heldBefore, mayStartMass, mayFollowUp, ingestedSince } = may;
  const next = tables(tx)
    .selectFrom('messages')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where('channel', '=', 'email')
    .where(sql<boolean>`state in (${sql.join(statesBefore('claim').map((state) => sql.lit(state)))})`)
    .$if(!mayFollowUp, (query) => query.where(sql<boolean>`(state = 'handed_over' or not ${followsUp})`))
    // One expression, so that PostgreSQL does not scan other indexes with sent messages for each
    // batch. Claims of a lost worker count in no limit, because others may have been sent instead.
    .where(
      sql<boolean>`case when state = 'handed_over' then lease_until < ${now}
        when not (case when is_mass then ${mayStartMass}::boolean when is_answer then ${mayAnswer}::boolean else ${mayStart}::boolean end) then false
        when not is_mass and not is_answer and send_at < ${heldBefore ?? null}::timestamptz then false
        when state = 'planned' then send_at <= ${now} else lease_until < ${now} end`,
    )
    // Messages of people come before mailings.
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
    .$narrowType<OfRecipient>()
    .returning(['mailing_recipients.email', 'mailing_recipients.profile_id', 'mailing_recipients.candidate_id'])
    // A reply may be missing in a messenger or another mailbox. Checked again here, because one may
    // have disconnected after planning.
    .returning(
      sql<boolean>`messages.is_mass and messages.state = 'claimed'
        and (${isUnreadAtTelegram} or exists (${unreadMailboxes({ mailboxId, ingestedSince })}))`.as('is_unread'),
    )
    .execute();
  return rows.toSorted((one, other) => Number(one.is_mass) - Number(other.is_mass) || one.id - other.id);
}

/**
 * Commits that the messages may have left, before the network call. Returns those with a valid
 * claim.
 */
export async function handOver(tx: Tx, { ids, workerId }: Claimed, moment: { now: Date; leaseUntil: Date }): Promise<Set<number>> {
  const rows = await changeOf(tx, 'handOver', ids)
    .set((update) => ({
      state: 'handed_over',
      attempts: update('attempts', '+', 1),
      sent_lookups: 0,
      // Counts against the limits from here on; a refusal clears it.
      sent_at: moment.now,
      lease_until: moment.leaseUntil,
    }))
    .where('claimed_by', '=', workerId)
    .returning('id')
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** The outcome cannot be determined yet: look it up later. */
export const postpone = (tx: Tx, message: { id: number; workerId: string }, leaseUntil: Date) =>
  change(tx, 'postpone')
    .set((update) => ({ lease_until: leaseUntil, sent_lookups: update('sent_lookups', '+', 1) }))
    .where('id', '=', message.id)
    .where('claimed_by', '=', message.workerId)
    .execute();

export const putOff = (tx: Tx, messageId: number, sendAt: Date) =>
  change(tx, 'putOff').set({ send_at: sendAt }).where('id', '=', messageId).execute();

/** Workers find the claim lost before the network call. `lapsedAt`: only expired claims. */
export const release = (tx: Tx, { mailboxId, lapsedAt }: { mailboxId: number; lapsedAt?: Date }) => {
  const taken = heldFor(tx, 'release').where('mailbox_id', '=', mailboxId);
  return tables(tx)
    .updateTable('messages')
    .set({ state: 'planned', lease_until: null, claimed_by: null })
    .where('id', 'in', lapsedAt ? taken.where('lease_until', '<', lapsedAt) : taken)
    .execute();
};

/**
 * Treats due messages from before the time as handed over by a lost worker, across companies. The
 * Sent folder is checked, and nothing is sent twice.
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
    // Telegram accepts a message with the same random id once.
    .where('channel', '=', 'email')
    .where('created_at', '<', before)
    .execute();
