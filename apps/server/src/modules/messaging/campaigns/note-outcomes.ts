import type { ErrorReason } from '@headwater/domain/outreach/message-status';
import { minuteMs } from '@headwater/domain/time/durations';
import type { Tx } from '#platform/database/database.ts';
import { type Changed, insertEvent, type Settlement, transitions } from '#modules/messaging/messages/public.ts';
import { goOn } from './planner/go-on.ts';
import { endRecipientOf, nextSending, planAgain, planAgainAt } from './store/outcomes.ts';

/** What becomes of a message, and what that means for its recipient: whether the mailing goes on for them. */

const planAgainFor = (tx: Tx, changed: readonly Changed[], now: Date) =>
  planAgain(
    tx,
    changed.filter((row) => row.is_mass).map((row) => row.recipient_id),
    now,
  );

/** An attempt has ended otherwise than by being accepted. False where another worker has settled the message meanwhile. */
export async function settleMessage(tx: Tx, message: { id: number; workerId: string }, settlement: Settlement): Promise<boolean> {
  const settled = await transitions.settle(tx, message, settlement);
  if (settled && settlement.verdict.state === 'error') await planAgainFor(tx, [settled], settlement.now);
  return settled !== undefined;
}

/** These were accepted. Returns those that no other worker has settled meanwhile. */
export async function acceptMessages(tx: Tx, claimed: { ids: readonly number[]; workerId: string }, now: Date): Promise<number[]> {
  const accepted = await transitions.accept(tx, claimed, now);
  await goOn(
    tx,
    accepted.filter((row) => row.is_mass).map((row) => row.recipient_id),
    now,
  );
  return accepted.map(({ id }) => id);
}

/** How long what is sent once more waits for an answer that may not have been heard of. */
const pauseUnread = minuteMs;

/**
 * An answer to what went before may wait to be heard of: the planner makes the message anew when it would be. What has left once, and is to be sent again,
 * waits as it is.
 */
export async function leaveToPlanner(tx: Tx, { id, hasLeft }: { id: number; hasLeft: boolean }, now: Date): Promise<void> {
  if (hasLeft) await transitions.putOff(tx, id, new Date(now.getTime() + pauseUnread));
  else await planAgainAt(tx, await transitions.withdraw(tx, { messageId: id }), now);
}

/** What a person decided on a message of unknown outcome; false where it was decided already. */
export async function resolveMessage(tx: Tx, messageId: number, decision: { sendFrom: number | undefined; now: Date }): Promise<boolean> {
  const resolved = await transitions.resolve(tx, messageId, decision);
  if (resolved && decision.sendFrom === undefined) await planAgainFor(tx, [resolved], decision.now);
  return resolved !== undefined;
}

/** Something came back for a message, so that it did leave, whatever was known of it. Before anything else is made of what came. */
export async function confirmMessage(tx: Tx, messageId: number, at: Date): Promise<void> {
  const confirmed = await transitions.confirm(tx, messageId, at);
  if (!confirmed) return;
  await insertEvent(tx, { companyId: confirmed.company_id, messageId, type: 'sent', happenedAt: at });
  await planAgainFor(tx, [confirmed], at);
}

/** Nothing more goes to the recipient of this message: what was planned and has not been handed to the network is withdrawn. */
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

/** A human reply: the end of the mailing for this recipient. */
export async function noteReply(tx: Tx, messageId: number, at: Date): Promise<void> {
  await transitions.reply(tx, messageId, at);
  await endFor(tx, messageId, { why: 'replied', now: at });
}

export interface Bounced {
  /** When the report came. */
  at: Date;
  now: Date;
  /** What the server said, in its words. */
  detail: string;
  /** The mailbox that received it. */
  mailboxId: number;
}

/** The address takes no mail, now or later: nothing more goes to the recipient. */
export async function noteBounce(tx: Tx, messageId: number, { at, detail }: Bounced): Promise<void> {
  const bounced = await transitions.bounce(tx, messageId, { at, detail, reason: 'bounce' });
  if (bounced) await endFor(tx, messageId, { why: 'bounced', now: at });
}

/** What was planned behind it waits until it is known what becomes of it. */
async function holdBehind(tx: Tx, { id, recipient_id: recipientId, is_mass: isMass }: Changed, now: Date): Promise<void> {
  if (!isMass) return;
  await withdrawRest(tx, { recipientId, except: id, now });
  await planAgain(tx, [recipientId], now);
}

/** What came back for another reason than the address: nothing follows it until somebody has looked. */
export async function noteRefusal(
  tx: Tx,
  messageId: number,
  { at, detail, reason, now }: Bounced & { reason: ErrorReason },
): Promise<void> {
  const failed = await transitions.bounce(tx, messageId, { at, detail, reason });
  if (failed) await holdBehind(tx, failed, now);
}

/** The address takes no mail for now: the message is sent again, as long as it is the last one to the recipient and somebody still wants it sent. */
export async function noteSoftBounce(tx: Tx, messageId: number, bounced: Bounced): Promise<void> {
  const next = await nextSending(tx, messageId, bounced.now);
  if (!next) return noteRefusal(tx, messageId, { ...bounced, reason: 'soft_bounce' });
  await holdBehind(tx, next, bounced.now);
  await transitions.bounceSoftly(tx, messageId, { ...bounced, sendAt: next.sendAt });
}
