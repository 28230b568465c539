import type { MailboxView } from '@headwater/contract/mailboxes';
import type { Language } from '@headwater/contract/errors';
import { rampedLimit } from '@headwater/domain/outreach/warm-up';
import { detailText } from '#modules/messaging/messages/public.ts';
import { fromOf } from './sender-alias.ts';
import type { MailboxRow } from './store/mailboxes.ts';

interface MailboxFacts {
  now: Date;
  sentToday: number;
  copies: MailboxView['sent_copies'];
  alias: string | null;
  language: Language;
}

export function pauseOf({ paused_until: until, paused_reason: reason }: MailboxRow, now: Date) {
  return until && until > now ? { paused_until: until.toISOString(), pause_reason: reason } : { paused_until: null, pause_reason: null };
}

export const presentMailbox = (row: MailboxRow, { now, sentToday, copies, alias, language }: MailboxFacts): MailboxView => ({
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
  limit_today: rampedLimit(row.daily_limit, { connectedAt: row.connected_at, now, ramps: row.ramps }),
  sent_today: sentToday,
  ...pauseOf(row, now),
  sent_copies: copies,
  connected_at: row.connected_at.toISOString(),
});
