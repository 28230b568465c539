import type { SentMessage } from '@headwater/contract/outreach';
import { catalogue, type Language, message as textOf, type MessageKey } from '@headwater/contract/errors';
import { type ErrorReason, type MessageState, type MessageStatus, statusOf } from '@headwater/domain/outreach/message-status';
import type { ShownAddress } from '#modules/profiles/public/addresses.ts';
import { unsubscribePlaceholder } from './unsubscribe-link.ts';
import type { MessageRow } from './store/messages.ts';

const labels: Record<MessageStatus, SentMessage['label']> = {
  draft: 'Draft',
  pending: 'Pending',
  planned: 'Planned',
  sent: 'Sent',
  error: 'Error',
  opened: 'Viewed',
  replied: 'Replied',
  soft_bounced: 'SoftBounced',
  suppressed: 'Suppressed',
};

/** SEND-031. */
const hints = {
  bounce: 'hint_change_email',
  integration_disabled: 'hint_reconnect',
  max_retries: 'hint_wait',
  soft_bounce: 'hint_try_later',
  too_large: 'hint_make_smaller',
} as const;

export interface MessageNames {
  address: ShownAddress;
  profileName: string | null;
  senderName: string;
  language: Language;
  now: Date;
}

const megabytes = (bytes: number, language: Language) => (bytes / 1_000_000).toLocaleString(language, { maximumFractionDigits: 1 });

/**
 * An error detail for users: the server's text, or our own key with an optional size in bytes
 * (`key:bytes`).
 */
export function detailText(detail: string | null, language: Language): string | null {
  const [, key = '', bytes] = /^([a-z_]+)(?::(\d+))?$/.exec(detail ?? '') ?? [];
  if (!Object.hasOwn(catalogue, key)) return detail;
  return textOf(key as MessageKey, language, bytes === undefined ? {} : { size: megabytes(Number(bytes), language) });
}

/** When a message left, even if it bounced; null otherwise. */
export const leftAt = (row: Pick<MessageRow, 'state' | 'sent_at' | 'first_sent_at' | 'bounced_at'>): Date | null =>
  row.state === 'sent' || row.bounced_at !== null ? (row.sent_at ?? row.first_sent_at) : null;

/** SEND-021 to SEND-031: reason and hint for an unsent message. */
export function messageError(
  row: { state?: MessageState; error_reason: ErrorReason | null; error_detail: string | null },
  language: Language,
) {
  const reason = row.error_reason;
  const isOver = reason === 'soft_bounce' && row.state === 'error';
  const hint = isOver ? 'hint_launch_later' : reason ? hints[reason as keyof typeof hints] : undefined;
  return {
    error_reason: reason,
    error_text: reason ? textOf(`error_${reason}`, language) : null,
    error_hint: hint ? textOf(hint, language) : null,
    error_detail: detailText(row.error_detail, language),
  };
}

const linkAddress = / \(https?:\/\/[^\s)]*\)/g;

/** The beginning of a text without link URLs. The unsubscribe link is created at sending. */
const previewOf = (text: string) => text.replaceAll(` (${unsubscribePlaceholder})`, '').replaceAll(linkAddress, '').slice(0, 200);

export function presentMessage(row: MessageRow, { address, profileName, senderName, language, now }: MessageNames): SentMessage {
  const status = statusOf(row, now);
  return {
    id: row.id,
    recipient_id: row.recipient_id,
    profile_id: row.profile_id,
    profile_name: profileName,
    candidate_id: row.candidate_id,
    folder_id: row.folder_id,
    type: row.type,
    email: address.email,
    email_is_masked: address.isMasked,
    sender: { id: row.created_by, name: senderName },
    channel: row.channel,
    subject: row.subject,
    preview: previewOf(row.body_text),
    status,
    // SENT-003: a link was opened, but no opening was detected.
    label: status === 'sent' && row.clicked_at ? 'Activity' : labels[status],
    ...messageError(
      {
        state: row.state,
        error_reason: status === 'error' || status === 'soft_bounced' ? row.error_reason : null,
        error_detail: address.redact(row.error_detail),
      },
      language,
    ),
    send_at: row.send_at.toISOString(),
    sent_at: leftAt(row)?.toISOString() ?? null,
    status_changed_at: row.status_changed_at.toISOString(),
  };
}
