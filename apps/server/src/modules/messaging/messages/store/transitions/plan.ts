import { sql } from 'kysely';
import { statesBefore } from '@headwater/domain/outreach/transitions';
import type { StepChannel } from '@headwater/domain/outreach/channels';
import type { ErrorReason } from '@headwater/domain/outreach/message-status';
import type { SendWindow } from '@headwater/domain/time/send-window';
import type { Tx } from '#platform/database/database.ts';
import type { MessageTables } from '../../tables.ts';

const tables = (tx: Tx) => tx.withTables<MessageTables>();

export interface SingleMessage {
  companyId: number;
  recipientId: number;
  createdBy: number;
  mailboxId: number;
  messageId: string;
  subject: string;
  html: string;
  text: string;
  sendAt: Date;
  replyIds: readonly string[];
  isAnswer: boolean;
}

export async function planSingle(tx: Tx, message: SingleMessage): Promise<number> {
  const { id } = await tables(tx)
    .insertInto('messages')
    .values({
      company_id: message.companyId,
      recipient_id: message.recipientId,
      mailbox_id: message.mailboxId,
      created_by: message.createdBy,
      message_id: message.messageId,
      subject: message.subject,
      html: message.html,
      body_text: message.text,
      send_at: message.sendAt,
      reply_ids: [...message.replyIds],
      is_answer: message.isAnswer,
      lease_until: null,
      claimed_by: null,
      sent_at: null,
      opened_at: null,
      replied_at: null,
      bounced_at: null,
      error_reason: null,
      error_detail: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface PlannedMessage {
  recipientId: number;
  step: number;
  messageId: string;
  subject: string;
  html: string;
  text: string;
  sendAt: Date;
  /** Domain of the address; empty without e-mail. */
  domain: string;
  /** Null: an e-mail. */
  by: { channel: StepChannel; accountId: number | null; address: string } | null;
  variant: 'a' | 'b' | null;
  error: { reason: ErrorReason; detail: string } | null;
  /** The original installation may have sent it: the Sent folder is checked first. */
  needsSentCheck: boolean;
}

export interface Planning {
  companyId: number;
  mailboxId: number;
  senderId: number;
  window: SendWindow | undefined;
  now: Date;
}

/**
 * Stores the intent to send, one message per recipient and step. A failed one starts again with all
 * attempts; others stay.
 */
export async function plan(
  tx: Tx,
  { companyId, mailboxId, senderId, window, now }: Planning,
  messages: readonly PlannedMessage[],
): Promise<void> {
  const column = <Key extends keyof PlannedMessage>(key: Key) => messages.map((message) => message[key]);
  await sql`
    with planned as (
      insert into messages (company_id, recipient_id, step, mailbox_id, created_by, state, message_id, subject, html, body_text, send_at,
        is_mass, send_window, variant, channel, telegram_account_id, username, to_domain, error_reason, error_detail, attempts, sent_at, lease_until, status_changed_at, created_at)
      select ${companyId}, one.recipient_id, one.step, case when one.channel is null then ${mailboxId}::bigint end, ${senderId},
        case when one.reason is not null then 'error' when one.asks_first then 'handed_over' else 'planned' end,
        one.message_id, one.subject, one.html, one.body_text, one.send_at, true, ${window ? JSON.stringify(window) : null}::jsonb, one.variant,
        coalesce(one.channel, 'email'), one.account_id, one.username, nullif(one.domain, ''), one.reason, one.detail, 0, case when one.asks_first then one.send_at end,
        case when one.asks_first then ${now}::timestamptz - interval '1 second' end, ${now}, ${now}
      from unnest(${column('recipientId')}::bigint[], ${column('step')}::int[], ${column('messageId')}::text[], ${column('subject')}::text[],
        ${column('html')}::text[], ${column('text')}::text[], ${column('sendAt')}::timestamptz[], ${column('variant')}::text[],
        ${column('domain')}::text[], ${messages.map((one) => one.by?.channel ?? null)}::text[],
        ${messages.map((one) => one.by?.accountId ?? null)}::bigint[], ${messages.map((one) => one.by?.address ?? null)}::text[], ${messages.map((one) => one.error?.reason ?? null)}::text[],
        ${messages.map((one) => one.error?.detail ?? null)}::text[], ${column('needsSentCheck')}::boolean[])
        as one (recipient_id, step, message_id, subject, html, body_text, send_at, variant, domain, channel, account_id, username, reason, detail, asks_first)
      on conflict (recipient_id, step) do update set state = excluded.state, message_id = excluded.message_id, subject = excluded.subject,
        html = excluded.html, body_text = excluded.body_text, send_at = excluded.send_at, mailbox_id = excluded.mailbox_id, attempts = 0,
        deferrals = 0, soft_bounces = 0, resent = false, send_window = excluded.send_window, variant = excluded.variant,
        to_domain = excluded.to_domain, channel = excluded.channel, telegram_account_id = excluded.telegram_account_id, username = excluded.username, error_reason = excluded.error_reason, error_detail = excluded.error_detail, sent_at = excluded.sent_at,
        lease_until = excluded.lease_until, bounced_at = null, status_changed_at = excluded.status_changed_at, created_by = excluded.created_by
        where messages.state = any(${statesBefore('plan')})
      returning id, state
    )
    insert into message_events (company_id, message_id, type, happened_at) select ${companyId}, id,
      case when state = 'error' then state else 'planned' end, ${now} from planned`.execute(tx);
}
