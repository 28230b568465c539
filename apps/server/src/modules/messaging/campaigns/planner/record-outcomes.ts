import type { ErrorReason } from '@headwater/domain/outreach/message-status';
import { minuteMs } from '@headwater/domain/time/durations';
import type { Tx } from '#platform/database/database.ts';
import type { Changed, Settlement } from '#modules/messaging/messages/public/planning.ts';
import { insertEvent, notBeforeSent, transitions } from '#modules/messaging/messages/public.ts';
import { planNextStep } from './plan-next-step.ts';
import { endRecipientOf, nextSending, planAgain, planAgainAt } from '../store/outcomes.ts';

const planAgainFor = (tx: Tx, changed: readonly Changed[], now: Date) =>
  planAgain(
    tx,
    changed.filter((row) => row.is_mass).map((row) => row.recipient_id),
    now,
  );

/** Settles a failed attempt. Returns false if another worker settled the message. */
export async function settleMessage(tx: Tx, message: { id: number; workerId: string }, settlement: Settlement): Promise<boolean> {
  const settled = await transitions.settle(tx, message, settlement);
  if (settled && settlement.verdict.state === 'error') await planAgainFor(tx, [settled], settlement.now);
  return settled !== undefined;
}

/** Records accepted messages. Returns those that no other worker settled. */
export async function acceptMessages(tx: Tx, claimed: { ids: readonly number[]; workerId: string }, now: Date): Promise<number[]> {
  const accepted = await transitions.accept(tx, claimed, now);
  await planNextStep(
    tx,
    accepted.filter((row) => row.is_mass).map((row) => row.recipient_id),
    now,
  );
  return accepted.map(({ id }) => id);
}

const pauseUnread = minuteMs;

/**
 * Replies may be missing: withdraws the message for the planner. A message that has left once waits
 * instead.
 */
export async function returnToPlanner(tx: Tx, { id, hasLeft }: { id: number; hasLeft: boolean }, now: Date): Promise<void> {
  if (hasLeft) await transitions.putOff(tx, id, new Date(now.getTime() + pauseUnread));
  else await planAgainAt(tx, await transitions.withdraw(tx, { messageId: id }), now);
}

/** Applies a user's decision on an unknown outcome. Returns false if already decided. */
export async function resolveMessage(tx: Tx, messageId: number, decision: { sendFrom: number | undefined; now: Date }): Promise<boolean> {
  const resolved = await transitions.resolve(tx, messageId, decision);
  if (resolved && decision.sendFrom === undefined) await planAgainFor(tx, [resolved], decision.now);
  return resolved !== undefined;
}

/** Evidence that a message was sent, such as a reply. Call before processing that evidence. */
export async function confirmMessage(tx: Tx, messageId: number, at: Date): Promise<void> {
  const confirmed = await transitions.confirm(tx, messageId, at);
  if (!confirmed) return;
  await insertEvent(tx, { companyId: confirmed.company_id, messageId, type: 'sent', happenedAt: at });
  await planAgainFor(tx, [confirmed], at);
}

/** Ends the mailing for the recipient and withdraws messages that are not handed over. */
async function endFor(tx: Tx, messageId: number, end: { why: 'replied' | 'bounced'; now: Date }): Promise<void> {
  const ended = await endRecipientOf(tx, messageId, end);
  if (ended) await withdrawRest(tx, { recipientId: ended.id, now: end.now });
}

async function withdrawRest(
  tx: Tx,
  { recipientId, except, now }: { recipientId: number; except?: number | undefined; now: Date },
): Promise<void> {
  await transitions.parkResent(tx, { recipientIds: [recipientId] }, now);
  await transitions.withdraw(tx, { recipientIds: [recipientId] }, { except });
}

interface Reply {
  companyId: number;
  messageId: number;
  receivedAt: Date;
  text?: string;
}

/**
 * Records a reply from a person, which proves that the message was sent, and ends the mailing for
 * the recipient. Returns the recorded time: clocks and whole seconds of other systems must not put
 * a reply before its message.
 */
export async function recordReply(tx: Tx, { companyId, messageId, receivedAt, text }: Reply): Promise<Date> {
  await confirmMessage(tx, messageId, receivedAt);
  const at = await notBeforeSent(tx, messageId, receivedAt);
  await transitions.reply(tx, messageId, at);
  await endFor(tx, messageId, { why: 'replied', now: at });
  await insertEvent(tx, { companyId, messageId, type: 'replied', happenedAt: at, ...(text === undefined ? {} : { text }) });
  return at;
}

export interface Bounced {
  at: Date;
  now: Date;
  detail: string;
  mailboxId: number;
}

/** A permanent bounce ends the mailing for the recipient. */
export async function recordBounce(tx: Tx, messageId: number, { at, detail }: Bounced): Promise<void> {
  const bounced = await transitions.bounce(tx, messageId, { at, detail, reason: 'bounce' });
  if (bounced) await endFor(tx, messageId, { why: 'bounced', now: at });
}

/** Later messages wait for the outcome of this one. */
async function holdBehind(tx: Tx, { id, recipient_id: recipientId, is_mass: isMass }: Changed, now: Date): Promise<void> {
  if (!isMass) return;
  await withdrawRest(tx, { recipientId, except: id, now });
  await planAgain(tx, [recipientId], now);
}

/** A rejection for a reason other than the address: later messages wait for a user. */
export async function recordMessageRefusal(
  tx: Tx,
  messageId: number,
  { at, detail, reason, now }: Bounced & { reason: ErrorReason },
): Promise<void> {
  const failed = await transitions.bounce(tx, messageId, { at, detail, reason });
  if (failed) await holdBehind(tx, failed, now);
}

/** A temporary bounce: resends the message if it is the last one and still wanted. */
export async function recordSoftBounce(tx: Tx, messageId: number, bounced: Bounced): Promise<void> {
  const next = await nextSending(tx, messageId, bounced.now);
  if (!next) return recordMessageRefusal(tx, messageId, { ...bounced, reason: 'soft_bounce' });
  await holdBehind(tx, next, bounced.now);
  await transitions.bounceSoftly(tx, messageId, { ...bounced, sendAt: next.sendAt });
}
