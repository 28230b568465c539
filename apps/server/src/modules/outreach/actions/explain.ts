import { type Language, message as textOf, type MessageKey, type MessageParts } from '@headwater/contract/errors';
import type { Tx } from '#platform/database/database.ts';
import { findCompany } from '#modules/companies/public.ts';
import { mayStart } from '../sending/limits.ts';
import { findMailbox } from '../store/mailboxes.ts';
import type { MessageRow } from '../store/messages.ts';

export interface Explanation {
  reason: string;
  text: string;
  expected_at: string | null;
}

interface Why {
  key: MessageKey;
  parts?: MessageParts;
  at?: Date;
}

interface Asked {
  now: Date;
  language: Language;
  /** DEC-09. */
  isArmed: boolean;
}

async function whyOf(tx: Tx, message: MessageRow, { now, isArmed }: Asked): Promise<Why> {
  if (message.state === 'sent') return { key: 'why_sent' };
  if (message.state === 'error' || message.state === 'unknown') {
    return { key: 'why_error', parts: { detail: message.error_detail ?? message.error_reason ?? '' } };
  }
  if (!isArmed) return { key: 'why_paused' };
  const mailbox = message.mailbox_id === null ? undefined : await findMailbox(tx, message.mailbox_id);
  if (!mailbox || mailbox.state === 'broken') return { key: 'why_mailbox_broken', parts: { detail: mailbox?.failure?.detail ?? '' } };
  if (message.state !== 'planned') return { key: 'why_leaving' };
  if (message.send_at > now) {
    const retry = message.attempts > 0;
    return { key: retry ? 'why_retry' : 'why_scheduled', parts: { detail: message.error_detail ?? '' }, at: message.send_at };
  }
  const zone = (await findCompany(tx, message.company_id))?.time_zone ?? 'UTC';
  const permission = await mayStart(tx, mailbox, { now, zone });
  return permission.may ? { key: 'why_queued', at: now } : { key: 'why_daily_limit', at: permission.until };
}

/** DEC-10: why a message has not gone out yet, and when it will. */
export async function explain(tx: Tx, message: MessageRow, asked: Asked): Promise<Explanation> {
  const { key, parts, at } = await whyOf(tx, message, asked);
  return { reason: key.replace(/^why_/, ''), text: textOf(key, asked.language, parts), expected_at: at?.toISOString() ?? null };
}
