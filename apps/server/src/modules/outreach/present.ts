import type { MailboxView, SentMessage } from '@headwater/contract/outreach';
import { catalogue, type Language, message as textOf, type MessageKey } from '@headwater/contract/errors';
import { type ErrorReason, type MessageStatus, statusOf } from '@headwater/domain/outreach/sending';
import { fromOf } from './sending/from.ts';
import { unsubscribePlaceholder } from './sending/unsubscribe-link.ts';
import type { MailboxRow } from './store/mailboxes.ts';
import type { MessageRow } from './store/messages.ts';

/** SENT-002, SENT-003. */
const labels: Record<MessageStatus, SentMessage['label']> = {
  draft: 'Draft',
  pending: 'Pending',
  planned: 'Planned',
  sent: 'Sent',
  error: 'Error',
  opened: 'Viewed',
  replied: 'Replied',
};

/** SEND-031. */
const hints = { bounce: 'hint_change_email', integration_disabled: 'hint_reconnect', max_retries: 'hint_wait' } as const;

export interface MessageNames {
  profileName: string | null;
  senderName: string;
  language: Language;
  now: Date;
}

/** What is kept of an error, for people: a sentence of the mail server as it is, one of our own in the reader's language. */
export const detailText = (detail: string | null, language: Language): string | null =>
  detail !== null && Object.hasOwn(catalogue, detail) ? textOf(detail as MessageKey, language) : detail;

/** SEND-021 to SEND-031: why it was not sent, in words, and what to do about it. */
export function messageError(row: { error_reason: ErrorReason | null; error_detail: string | null }, language: Language) {
  const reason = row.error_reason;
  const hint = reason ? hints[reason as keyof typeof hints] : undefined;
  return {
    error_reason: reason,
    error_text: reason ? textOf(`error_${reason}`, language) : null,
    error_hint: hint ? textOf(hint, language) : null,
    error_detail: detailText(row.error_detail, language),
  };
}

export function presentMessage(row: MessageRow, { profileName, senderName, language, now }: MessageNames): SentMessage {
  const status = statusOf(row, now);
  return {
    id: row.id,
    recipient_id: row.recipient_id,
    profile_id: row.profile_id,
    profile_name: profileName,
    candidate_id: row.candidate_id,
    folder_id: row.folder_id,
    type: row.type,
    email: row.email,
    sender: { id: row.created_by, name: senderName },
    subject: row.subject,
    // The link of each recipient is made when the letter leaves.
    preview: row.body_text.replaceAll(` (${unsubscribePlaceholder})`, '').slice(0, 200),
    status,
    // SENT-003: a link was followed, though nobody was seen to open the message.
    label: status === 'sent' && row.clicked_at ? 'Activity' : labels[status],
    ...messageError({ error_reason: status === 'error' ? row.error_reason : null, error_detail: row.error_detail }, language),
    send_at: row.send_at.toISOString(),
    sent_at: row.state === 'sent' ? (row.sent_at?.toISOString() ?? null) : null,
    status_changed_at: row.status_changed_at.toISOString(),
  };
}

interface MailboxFacts {
  sentToday: number;
  alias: string | null;
  language: Language;
}

export const presentMailbox = (row: MailboxRow, { sentToday, alias, language }: MailboxFacts): MailboxView => ({
  id: row.id,
  provider: row.provider,
  address: row.address,
  from_name: row.from_name,
  sends_from: fromOf(row, alias).address,
  state: row.state === 'connected' ? 'connected' : 'broken',
  failure: detailText(row.failure?.detail ?? null, language),
  smtp: 'smtp' in row.settings ? row.settings.smtp : null,
  imap: 'imap' in row.settings ? row.settings.imap : null,
  daily_limit: row.daily_limit,
  gap_seconds: row.gap_seconds,
  sent_today: sentToday,
  connected_at: row.connected_at.toISOString(),
});
