import type { ErrorReason } from '@headwater/domain/outreach/message-status';
import { reenter } from '@headwater/domain/outreach/schedule';
import { minuteMs, secondMs } from '@headwater/domain/time/durations';
import { ingestedSince } from '#modules/messaging/channels/public.ts';
import {
  announceMessages,
  findMessengerMessage,
  insertEvent,
  type MessengerProblem,
  notBeforeSent,
  ownerOfMessenger,
  transitions,
} from '#modules/messaging/messages/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { confirmMessage, leaveToPlanner, noteReply, settleMessage } from './note-outcomes.ts';
import {
  findLeaving,
  type Leaving,
  type MailWriter,
  messagesAnsweredByMail,
  messagesToEnd,
  messagesToHangMailOn,
  noteMessengerProblem,
  type Writer,
} from './store/messenger-outcomes.ts';
import { goOn } from './planner/go-on.ts';
import { planAgainAt } from './store/outcomes.ts';

/** What becomes of messages of mailings that a messenger has in hand. */

/** By how much the clocks here and at the messenger may differ, which counts in whole seconds. */
const clockSkew = 5 * minuteMs;

/** How long an answer of the messenger to what was handed over may come after its account was taken away: longer than any call takes. */
const toldWithin = minuteMs;

/** It was taken: what follows is planned. */
export async function acceptedByMessenger(
  tx: Tx,
  { id, companyId, recipientId }: { id: number; companyId: number; recipientId: number },
  now: Date,
): Promise<void> {
  await goOn(tx, [recipientId], now);
  await insertEvent(tx, { companyId, messageId: id, type: 'sent', happenedAt: now });
  await announceMessages(tx, { companyId, messageIds: [id] });
}

/** The launch of its mailing can be undone until then. */
const undoableUntil = ({ undo_until: until }: Leaving, now: Date): Date | undefined => (until && until > now ? until : undefined);

/** It may not leave before, as its launch can be undone or its window is closed. */
const closedUntil = (leaving: Leaving, now: Date): Date | undefined => {
  const at = reenter(undoableUntil(leaving, now) ?? now, leaving.send_window ?? undefined);
  return at > now ? at : undefined;
};

/**
 * Whether a message may leave by messenger at this moment: somebody wants it to and can undo that no more, answers would be known, and its window is open
 * (DEC-03). With `holds` nothing ends it before the transaction is over.
 */
export async function mayLeave(tx: Tx, messageId: number, { now, holds }: { now: Date; holds: boolean }): Promise<boolean> {
  const leaving = await findLeaving(tx, messageId, { ingestedSince: ingestedSince(now), holds });
  return leaving !== undefined && leaving.is_wanted && !leaving.is_unread && closedUntil(leaving, now) === undefined;
}

/**
 * One that waits goes on waiting until its window opens, or its launch can be undone no more. Where nobody wants it any more, as the mailing was stopped
 * or the person has replied, and where an answer may wait to be heard of, it is taken back and the planner makes it anew; but the planner passes over a
 * mailing whose launch can be undone. What may have left before, and is to be sent again, stays: a person decides on it where nobody wants it.
 */
export async function holdBack(tx: Tx, messageId: number, now: Date): Promise<void> {
  const leaving = await findLeaving(tx, messageId, { ingestedSince: ingestedSince(now) });
  if (!leaving) return;
  const until = closedUntil(leaving, now);
  if (until) await transitions.putOff(tx, messageId, until);
  if (!leaving.is_wanted) {
    await transitions.parkResent(tx, { messageId }, now);
    await planAgainAt(tx, await transitions.withdraw(tx, { messageId }), now);
  } else if (leaving.is_unread && !undoableUntil(leaving, now)) await leaveToPlanner(tx, { id: messageId, hasLeft: leaving.resent }, now);
}

/** It did not leave, and waits again. False if the messenger does not have it in hand. */
export const deferMessage = (tx: Tx, messageId: number, { sendAt, now }: { sendAt: Date; now: Date }): Promise<boolean> =>
  settleMessage(tx, { id: messageId, workerId: ownerOfMessenger }, { verdict: { state: 'planned', sendAt }, now, untried: true });

/** The messenger takes nothing for this person: the step is planned anew, and leaves by another way where there is one. */
export async function planOtherWay(tx: Tx, messageId: number, { problem, now }: { problem: MessengerProblem; now: Date }): Promise<void> {
  const message = await findMessengerMessage(tx, messageId);
  if (!message) return;
  await noteMessengerProblem(tx, message.recipient_id, problem);
  await planAgainAt(
    tx,
    (await transitions.withdraw(tx, { messageId })).map((row) => ({ ...row, send_at: now })),
    now,
  );
  await announceMessages(tx, { companyId: message.company_id, messageIds: [messageId] });
}

/** It does not leave; a person may want it sent once more. False if the messenger does not have it in hand. */
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
 * The account that had it in hand is used no more, and nobody knows whether it left: a person decides, as on an e-mail of a mailbox that was taken away.
 * Until then its worker may still be told that it was taken: another copy waits as long as it may.
 */
export async function leftUndecided(tx: Tx, { id, companyId }: { id: number; companyId: number }, now: Date): Promise<void> {
  const leaseUntil = new Date(now.getTime() + toldWithin);
  if ((await transitions.parkHandedOver(tx, { messageId: id }, { now, leaseUntil })).length === 0) return;
  await insertEvent(tx, { companyId, messageId: id, type: 'unknown', happenedAt: now });
  await announceMessages(tx, { companyId, messageIds: [id] });
}

/**
 * The account that these wait for is used no more: they are planned anew, from another one. At once, by their own schedule: what Telegram held against
 * the account does not keep them any more. Another copy of what its worker may still be told of goes on waiting.
 */
export async function leaveAccount(tx: Tx, telegramAccountId: number, now: Date): Promise<void> {
  const withdrawn = await transitions.withdraw(tx, { telegramAccountId }, { untoldAt: now });
  await planAgainAt(
    tx,
    withdrawn.map((row) => ({ ...row, send_at: now })),
    now,
  );
}

/**
 * The dialog through which the person was reached from the account turned out to be somebody else's: what waits for them there is planned anew. Of what may
 * have left before, a person decides.
 */
export async function leavePersonAt(tx: Tx, whose: { telegramAccountId: number; profileId: number }, now: Date): Promise<void> {
  await transitions.parkResent(tx, whose, now);
  await planAgainAt(tx, await transitions.withdraw(tx, whose), now);
}

/** A messenger tells of whole seconds. */
const toTheSecond = (at: Date): Date => new Date(at.getTime() + secondMs);
const withSkew = (at: Date): Date => new Date(at.getTime() + clockSkew);

async function noteAnswered(tx: Tx, { companyId, ids, at }: { companyId: number; ids: readonly number[]; at: Date }): Promise<void> {
  for (const id of ids) {
    await confirmMessage(tx, id, at);
    await noteReply(tx, id, at);
    // That it has reached them may be found out after they have answered.
    await insertEvent(tx, { companyId, messageId: id, type: 'replied', happenedAt: await notBeforeSent(tx, id, at) });
  }
  if (ids.length > 0) await announceMessages(tx, { companyId, messageIds: ids });
}

/** A person has written by messenger: every mailing that has reached them, or may have, whichever way, is over for them. */
export async function notePersonReplied(tx: Tx, { companyId, at, ...writer }: Writer & { companyId: number; at: Date }): Promise<void> {
  await noteAnswered(tx, { companyId, ids: await messagesToEnd(tx, writer, withSkew(at)), at });
}

/**
 * The same of what a person had written before it was known who they are. What reached them after that they have not answered: nothing is counted in
 * favour of clocks that differ, as it is where somebody writes now and the mailing may have left a moment ago.
 */
export async function notePersonHadReplied(tx: Tx, { companyId, at, ...writer }: Writer & { companyId: number; at: Date }): Promise<void> {
  await noteAnswered(tx, { companyId, ids: await messagesToEnd(tx, writer, toTheSecond(at)), at });
}

/**
 * Of what reached a person by messenger the message that an e-mail of theirs which names none is shown with: the newest, also where they have answered it
 * before. Undefined where there is none.
 */
export async function findAnsweredByMail(tx: Tx, writer: MailWriter, at: Date): Promise<number | undefined> {
  const [id] = await messagesToHangMailOn(tx, writer, withSkew(at));
  return id;
}

/** A person has written an e-mail that names no message: what reached them by messenger from whom they wrote to is over for them as well. */
export async function notePersonWrote(tx: Tx, { at, ...writer }: MailWriter & { at: Date }): Promise<void> {
  await noteAnswered(tx, { companyId: writer.companyId, ids: await messagesAnsweredByMail(tx, writer, withSkew(at)), at });
}

/** The person has read what left by messenger. */
export async function notePersonRead(
  tx: Tx,
  { companyId, ids, at }: { companyId: number; ids: readonly number[]; at: Date },
): Promise<void> {
  const read = await transitions.markRead(tx, ids, at);
  if (read.length > 0) await announceMessages(tx, { companyId, messageIds: read });
}
