import type { ErrorReason } from '@headwater/domain/outreach/message-status';
import { moveIntoWindow } from '@headwater/domain/outreach/schedule';
import { minuteMs, secondMs } from '@headwater/domain/time/durations';
import { ingestedSince } from '#modules/messaging/channels/public.ts';
import { announceMessages, insertEvent, transitions } from '#modules/messaging/messages/public.ts';
import { findMessengerMessage, type MessengerProblem, ownerOfMessenger } from '#modules/messaging/messages/public/messenger.ts';
import type { Tx } from '#platform/database/database.ts';
import { recordReply, returnToPlanner, settleMessage } from './record-outcomes.ts';
import {
  findLeaving,
  type Leaving,
  type MailWriter,
  messagesAnsweredByMail,
  messagesToEnd,
  messagesToHangMailOn,
  recordMessengerProblem,
  type Writer,
} from '../store/messenger-outcomes.ts';
import { planNextStep } from './plan-next-step.ts';
import { planAgainAt } from '../store/outcomes.ts';

/** Outcomes of messages of mailings that a messenger has claimed. */

/** Tolerated difference between our clock and the messenger's, which reports whole seconds. */
const clockSkew = 5 * minuteMs;

/** How long a response may arrive after the account was removed; longer than any call. */
const toldWithin = minuteMs;

export async function recordAcceptance(
  tx: Tx,
  { id, companyId, recipientId }: { id: number; companyId: number; recipientId: number },
  now: Date,
): Promise<void> {
  await planNextStep(tx, [recipientId], now);
  await insertEvent(tx, { companyId, messageId: id, type: 'sent', happenedAt: now });
  await announceMessages(tx, { companyId, messageIds: [id] });
}

const undoableUntil = ({ undo_until: until }: Leaving, now: Date): Date | undefined => (until && until > now ? until : undefined);

const closedUntil = (leaving: Leaving, now: Date): Date | undefined => {
  const at = moveIntoWindow(undoableUntil(leaving, now) ?? now, leaving.send_window ?? undefined);
  return at > now ? at : undefined;
};

/**
 * Whether a message may leave by messenger now: wanted, launch final, replies known, window open
 * (DEC-03). `holds` locks the recipient until the transaction ends.
 */
export async function mayLeave(tx: Tx, messageId: number, { now, holds }: { now: Date; holds: boolean }): Promise<boolean> {
  const leaving = await findLeaving(tx, messageId, { ingestedSince: ingestedSince(now), holds });
  return leaving !== undefined && leaving.is_wanted && !leaving.is_unread && closedUntil(leaving, now) === undefined;
}

/**
 * Defers a message until its window opens or its launch is final, or withdraws it if unwanted or
 * replies may be missing. One that may have left stays for a user's decision.
 */
export async function holdBackMessage(tx: Tx, messageId: number, now: Date): Promise<void> {
  const leaving = await findLeaving(tx, messageId, { ingestedSince: ingestedSince(now) });
  if (!leaving) return;
  const until = closedUntil(leaving, now);
  if (until) await transitions.putOff(tx, messageId, until);
  if (!leaving.is_wanted) {
    await transitions.parkResent(tx, { messageId }, now);
    await planAgainAt(tx, await transitions.withdraw(tx, { messageId }), now);
  } else if (leaving.is_unread && !undoableUntil(leaving, now)) await returnToPlanner(tx, { id: messageId, hasLeft: leaving.resent }, now);
}

/** Returns an unsent message to waiting. Returns false if the messenger has not claimed it. */
export const deferMessage = (tx: Tx, messageId: number, { sendAt, now }: { sendAt: Date; now: Date }): Promise<boolean> =>
  settleMessage(tx, { id: messageId, workerId: ownerOfMessenger }, { verdict: { state: 'planned', sendAt }, now, untried: true });

/** The messenger cannot reach this person: plans the step again, by another channel if possible. */
export async function planOtherChannel(
  tx: Tx,
  messageId: number,
  { problem, now }: { problem: MessengerProblem; now: Date },
): Promise<void> {
  const message = await findMessengerMessage(tx, messageId);
  if (!message) return;
  await recordMessengerProblem(tx, message.recipient_id, problem);
  await planAgainAt(
    tx,
    (await transitions.withdraw(tx, { messageId })).map((row) => ({ ...row, send_at: now })),
    now,
  );
  await announceMessages(tx, { companyId: message.company_id, messageIds: [messageId] });
}

/** Marks a message as failed. Returns false if the messenger has not claimed it. */
export async function failMessage(
  tx: Tx,
  { id, companyId }: { id: number; companyId: number },
  { reason, detail, now }: { reason: ErrorReason; detail: string; now: Date },
): Promise<boolean> {
  if (!(await settleMessage(tx, { id, workerId: ownerOfMessenger }, { verdict: { state: 'error', reason }, detail, now }))) return false;
  await insertEvent(tx, { companyId, messageId: id, type: 'error', happenedAt: now, text: detail });
  await announceMessages(tx, { companyId, messageIds: [id] });
  return true;
}

/**
 * Its account is gone and the outcome unknown: a user decides. Its worker may still receive the
 * response, so another copy waits for that time.
 */
export async function recordUndecided(tx: Tx, { id, companyId }: { id: number; companyId: number }, now: Date): Promise<void> {
  const leaseUntil = new Date(now.getTime() + toldWithin);
  if ((await transitions.parkHandedOver(tx, { messageId: id }, { now, leaseUntil })).length === 0) return;
  await insertEvent(tx, { companyId, messageId: id, type: 'unknown', happenedAt: now });
  await announceMessages(tx, { companyId, messageIds: [id] });
}

/**
 * Withdraws messages that wait for a lost account and plans them again immediately, without its
 * waits. A copy keeps waiting while the first response may arrive.
 */
export async function withdrawFromAccount(tx: Tx, telegramAccountId: number, now: Date): Promise<void> {
  const withdrawn = await transitions.withdraw(tx, { telegramAccountId }, { untoldAt: now });
  await planAgainAt(
    tx,
    withdrawn.map((row) => ({ ...row, send_at: now })),
    now,
  );
}

/**
 * The person's dialog belongs to another person: withdraws and plans waiting messages again. A
 * message that may have left needs a user's decision.
 */
export async function withdrawForPerson(tx: Tx, whose: { telegramAccountId: number; profileId: number }, now: Date): Promise<void> {
  await transitions.parkResent(tx, whose, now);
  await planAgainAt(tx, await transitions.withdraw(tx, whose), now);
}

const toTheSecond = (at: Date): Date => new Date(at.getTime() + secondMs);
const withSkew = (at: Date): Date => new Date(at.getTime() + clockSkew);

async function recordAnswered(tx: Tx, { companyId, ids, at }: { companyId: number; ids: readonly number[]; at: Date }): Promise<void> {
  for (const messageId of ids) await recordReply(tx, { companyId, messageId, receivedAt: at });
  if (ids.length > 0) await announceMessages(tx, { companyId, messageIds: ids });
}

/** Ends every mailing that has reached the person, or may have, in all channels. */
export async function recordPersonReply(tx: Tx, { companyId, at, ...writer }: Writer & { companyId: number; at: Date }): Promise<void> {
  await recordAnswered(tx, { companyId, ids: await messagesToEnd(tx, writer, withSkew(at)), at });
}

/**
 * Applies an earlier message of a person identified later. No clock tolerance: messages after it
 * are not answered.
 */
export async function recordEarlierReply(tx: Tx, { companyId, at, ...writer }: Writer & { companyId: number; at: Date }): Promise<void> {
  await recordAnswered(tx, { companyId, ids: await messagesToEnd(tx, writer, toTheSecond(at)), at });
}

/**
 * The newest messenger message to show an e-mail with that references none, even an answered one.
 * Undefined without one.
 */
export async function findAnsweredByMail(tx: Tx, writer: MailWriter, at: Date): Promise<number | undefined> {
  const [id] = await messagesToHangMailOn(tx, writer, withSkew(at));
  return id;
}

/** An e-mail that references no message ends the mailings by messenger from its addressee. */
export async function recordPersonWrote(tx: Tx, { at, ...writer }: MailWriter & { at: Date }): Promise<void> {
  await recordAnswered(tx, { companyId: writer.companyId, ids: await messagesAnsweredByMail(tx, writer, withSkew(at)), at });
}

export async function recordPersonRead(
  tx: Tx,
  { companyId, ids, at }: { companyId: number; ids: readonly number[]; at: Date },
): Promise<void> {
  const read = await transitions.markRead(tx, ids, at);
  if (read.length > 0) await announceMessages(tx, { companyId, messageIds: read });
}
