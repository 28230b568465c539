import type { Tx } from '#platform/database/database.ts';
import { type ExplainInput, type Explanation, explanationOf, type Said } from '#modules/messaging/campaigns/public/channel.ts';
import { findCompany } from '#modules/companies/public.ts';
import { detailText, findMessage, hasReplied, type MessageRow } from '#modules/messaging/messages/public.ts';
import { isFollowUp } from '#modules/messaging/messages/public/sending.ts';
import { findMailbox, findMailboxOf, isIngested } from '#modules/messaging/channels/public.ts';
import { heldUntilMorning, mayStart, mayStartMass, notBefore, type Permission } from './sending-limits.ts';

async function whyOf(tx: Tx, message: MessageRow, { now, maySend, language }: ExplainInput): Promise<Said> {
  if (message.state === 'sent') return { key: 'why_sent' };
  if (message.state === 'error' || message.state === 'unknown') {
    return { key: 'why_error', parts: { detail: detailText(message.error_detail, language) ?? message.error_reason ?? '' } };
  }
  if (!maySend) return { key: 'why_paused' };
  const mailbox = message.mailbox_id === null ? undefined : await findMailbox(tx, message.mailbox_id);
  if (!mailbox || mailbox.state === 'disconnected') return { key: 'why_mailbox_missing' };
  if (mailbox.state === 'broken')
    return { key: 'why_mailbox_broken', parts: { detail: detailText(mailbox.failure?.detail ?? '', language) ?? '' } };
  if (message.state !== 'planned') return { key: 'why_leaving' };
  // A message is resent only if replies to its first copy would be known.
  if (message.resent && !isIngested(mailbox, now)) return { key: 'why_unread' };
  if (message.send_at > now) {
    // Also the reason of a message deferred before its first attempt.
    const retry = message.attempts > 0 || message.error_detail !== null;
    return { key: retry ? 'why_retry' : 'why_scheduled', parts: { detail: message.error_detail ?? '' }, at: message.send_at };
  }
  const zone = (await findCompany(tx, message.company_id))?.time_zone ?? 'UTC';
  if (!message.is_mass) {
    if (message.is_answer) return { key: 'why_queued', at: now };
    const held = await heldUntilMorning(tx, mailbox, { now, zone });
    if (held && message.send_at < held.before) return { key: 'why_daily_limit', at: held.until };
    return waitingOf(await mayStart(tx, mailbox, { now, zone }), now);
  }
  const window = await notBefore(tx, message, { now });
  if (window) return { key: 'why_window', at: window };
  if (!isIngested(mailbox, now) && (await isFollowUp(tx, message.id))) return { key: 'why_unread' };
  return waitingOf(await mayStartMass(tx, mailbox, { now, zone }), now);
}

function waitingOf(permission: Permission, now: Date): Said {
  if (permission.may) return { key: 'why_queued', at: now };
  const { because, until: at, detail } = permission;
  return detail ? { key: 'why_sender_refused', parts: { detail }, at } : { key: `why_${because}`, at };
}

/** DEC-10: the reason and expected time of an unsent message. */
export const explain = async (tx: Tx, message: MessageRow, input: ExplainInput): Promise<Explanation> =>
  explanationOf(await whyOf(tx, message, input), input.language);

export async function explainMessage(tx: Tx, messageId: number, input: ExplainInput): Promise<Explanation | undefined> {
  const message = await findMessage(tx, messageId);
  return message && explain(tx, message, input);
}

/**
 * Why mailings of a sender do not leave now; undefined if they do. `isFollowUp`: the recipient has
 * a message already.
 */
export async function explainSender(
  tx: Tx,
  userId: number,
  { now, language, maySend, isFollowUp }: ExplainInput & { isFollowUp: boolean },
): Promise<Explanation | undefined> {
  const say = (said: Said) => explanationOf(said, language);
  if (!maySend) return say({ key: 'why_paused' });
  const mailbox = await findMailboxOf(tx, userId);
  if (!mailbox) return say({ key: 'why_mailbox_missing' });
  if (mailbox?.state !== 'connected') {
    return say({ key: 'why_mailbox_broken', parts: { detail: detailText(mailbox?.failure?.detail ?? '', language) ?? '' } });
  }
  if (isFollowUp && !isIngested(mailbox, now)) return say({ key: 'why_unread' });
  const zone = (await findCompany(tx, mailbox.company_id))?.time_zone ?? 'UTC';
  const permission = await mayStartMass(tx, mailbox, { now, zone });
  return permission.may ? undefined : say(waitingOf(permission, now));
}

/**
 * Why a message that the user writes to a person now would wait; undefined if it leaves. A missing
 * or broken mailbox has its own notice.
 */
export async function explainNextMessage(
  tx: Tx,
  { userId, profileId }: { userId: number; profileId: number },
  { now, language, maySend }: ExplainInput,
): Promise<Explanation | undefined> {
  if (!maySend) return explanationOf({ key: 'why_paused' }, language);
  const mailbox = await findMailboxOf(tx, userId);
  if (mailbox?.state !== 'connected' || (await hasReplied(tx, profileId))) return undefined;
  const zone = (await findCompany(tx, mailbox.company_id))?.time_zone ?? 'UTC';
  const permission = await mayStart(tx, mailbox, { now, zone });
  return permission.may ? undefined : explanationOf(waitingOf(permission, now), language);
}
