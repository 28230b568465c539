import { message as textOf, type MessageKey } from '@headwater/contract/errors';
import type { SuppressionReason } from '@headwater/domain/outreach/suppression';
import type { Tx } from '#platform/database/database.ts';
import { detailText } from '#modules/messaging/messages/public.ts';
import { listUnread } from '#modules/messaging/messages/public/planning.ts';
import { findMailboxOf, ingestedSince } from '#modules/messaging/channels/public.ts';
import { type ExplainInput, type Explanation, explanationOf, type Said } from '../channel-port.ts';
import type { MailingServices } from '../services.ts';
import type { MailingRow } from '../store/mailings.ts';
import { fullMessagesOf } from '../store/messages.ts';
import { listWrittenTo, unreadAddress } from '../store/planning.ts';
import type { OwnRecipient } from '../mailings/require-mailing.ts';

interface ExplainRecipientInput extends ExplainInput, Pick<MailingServices, 'explainSender' | 'channels'> {
  /** Why the address is suppressed; null if it is not. */
  suppression: SuppressionReason | null;
  nextAt: Date | null;
  isReached: boolean;
  isSender: boolean;
}

const resting: Partial<Record<MailingRow['status'], MessageKey>> = { draft: 'why_draft', stopped: 'why_stopped' };

const suppressedAs = {
  unsubscribed: 'address_unsubscribed',
  bounce: 'address_bounced',
  complaint: 'address_complaint',
  manual: 'address_suppressed',
} as const;

const withoutAddress = { none: 'why_no_email', contacts_closed: 'why_contacts_closed', same_address: 'why_same_address' } as const;

function passedOver(
  problem: OwnRecipient['recipient']['email_problem'],
  { isSender }: Pick<ExplainRecipientInput, 'isSender'>,
): MessageKey {
  if (problem === 'contacts_closed') return isSender ? 'why_contacts_closed' : 'why_contacts_closed_to_sender';
  return problem === 'same_address' ? 'why_same_address' : 'why_not_launched';
}

function standing({ recipient, mailing }: OwnRecipient, { now, nextAt, isSender, isReached }: ExplainRecipientInput): Said | undefined {
  if (recipient.ended) return { key: `why_ended_${recipient.ended}` };
  if (recipient.email === '' && !recipient.active && !isReached) return { key: withoutAddress[recipient.email_problem ?? 'none'] };
  const rests = mailing.stop_reason ? (`why_${mailing.stop_reason}` as const) : resting[mailing.status];
  if (rests) return { key: rests };
  if (!recipient.active) return { key: passedOver(isReached ? null : recipient.email_problem, { isSender }) };
  if (nextAt && nextAt > now) return { key: recipient.sent > 0 ? 'why_next_step' : 'why_scheduled', at: nextAt };
  return undefined;
}

/** A mailbox that wrote to the recipient is no longer read, so a reply may be missing. */
async function unreadWriter(tx: Tx, { recipient, mailing }: OwnRecipient, now: Date): Promise<Said | undefined> {
  const mailbox = mailing.sender_id === null ? undefined : await findMailboxOf(tx, mailing.sender_id);
  const address = mailbox && (await unreadAddress(tx, recipient.id, { mailboxId: mailbox.id, ingestedSince: ingestedSince(now) }));
  return address === undefined ? undefined : { key: 'why_other_mailbox', parts: { address } };
}

/** An account that wrote to the recipient no longer receives, so a reply may be missing. */
async function silentWriter(tx: Tx, recipientId: number): Promise<Said | undefined> {
  const phone = (await listUnread(tx, [recipientId])).get(recipientId);
  return phone === undefined ? undefined : { key: 'why_other_account', parts: { phone } };
}

export async function explainRecipient(tx: Tx, own: OwnRecipient, input: ExplainRecipientInput): Promise<Explanation> {
  const { recipient, mailing } = own;
  const say = (said: Said) => explanationOf(said, input.language);
  const isReachedElsewhere = input.suppression === 'bounce' && input.isReached;
  if (input.suppression && !isReachedElsewhere && !recipient.ended) return say({ key: suppressedAs[input.suppression] });
  const messages = await fullMessagesOf(tx, [recipient.id]);
  const failed = messages.find((message) => message.state === 'error' || message.state === 'unknown');
  if (failed && !recipient.ended) {
    const reason = textOf(`error_${failed.error_reason ?? 'unexpected'}`, input.language);
    const detail = [reason, detailText(failed.error_detail, input.language)].filter(Boolean).join(': ');
    return say({ key: recipient.retry ? 'why_queued' : 'why_previous_error', parts: { detail } });
  }
  const underway = messages.find((message) => ['planned', 'claimed', 'handed_over'].includes(message.state));
  const said = underway && (await input.channels[underway.channel].explain(tx, underway.id, input));
  if (said) return said;
  const known = standing(own, input);
  if (known) return say(known);
  const isFollowUp = (await listWrittenTo(tx, [recipient.id])).size > 0;
  const paused = mailing.sender_id === null ? undefined : await input.explainSender(tx, mailing.sender_id, { ...input, isFollowUp });
  const unread = (await unreadWriter(tx, own, input.now)) ?? (await silentWriter(tx, recipient.id));
  return paused ?? say(unread ?? { key: 'why_queued', at: input.now });
}
