import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { hasUnsubscribed } from '#modules/messaging/messages/public/planning.ts';
import { isSuppressed } from './suppressed.ts';

export interface TotalsRow {
  mailing_id: number;
  recipients: number;
  draft: number;
  sending: number;
  not_sent: number;
  sent: number;
  viewed: number;
  replied: number;
  queued: number;
  failed: number;
  bounced: number;
  unsubscribed: number;
  suppressed: number;
}

/** MAIL-020, SEND-006: counts of recipients by progress; mailings without recipients are absent. */
export async function totalsOf(tx: Tx, mailingIds: readonly number[]): Promise<Map<number, TotalsRow>> {
  const { rows } = await sql<TotalsRow>`
    select recipient.mailing_id, count(*) as recipients,
      count(*) filter (where sent = 0 and not failed and not on_its_way and not going and not suppressed) as draft,
      count(*) filter (where not failed and (on_its_way or going)) as sending,
      count(*) filter (where failed) as not_sent,
      count(*) filter (where sent > 0) as sent,
      count(*) filter (where viewed) as viewed,
      count(*) filter (where replied) as replied,
      count(*) filter (where sent = 0 and not failed and (on_its_way or going)) as queued,
      count(*) filter (where failed and recipient.ended is null) as failed,
      count(*) filter (where recipient.ended = 'bounced') as bounced,
      count(*) filter (where recipient.ended = 'unsubscribed' or ${hasUnsubscribed('recipient')}) as unsubscribed,
      count(*) filter (where suppressed and recipient.ended is null and not failed and not on_its_way) as suppressed
    from mailing_recipients as recipient
    join (select id, status in ('pending', 'sending') as running from mailings) as mailing on mailing.id = recipient.mailing_id
    cross join lateral (select ${isSuppressed('recipient')} as suppressed) as address
    cross join lateral (select recipient.active and recipient.ended is null and running and not suppressed as going) as plan
    cross join lateral (
      select count(*) filter (where has_left) as sent, coalesce(bool_or(is_failed), false) as failed,
        coalesce(bool_or(is_in_hand or is_on_its_way and not suppressed), false) as on_its_way,
        coalesce(bool_or(is_opened), false) as viewed, coalesce(bool_or(is_replied), false) as replied
      from message_progress where message_progress.recipient_id = recipient.id
    ) as progress
    where recipient.mailing_id = any(${mailingIds}::bigint[]) and recipient.removed_at is null
    group by recipient.mailing_id`.execute(tx);
  return new Map(rows.map((row) => [row.mailing_id, row]));
}

export interface StepTotals {
  mailing_id: number;
  step: number;
  variant: 'a' | 'b' | null;
  sent: number;
  opened: number;
  replied: number;
  error: number;
}

/** SEND-006: cumulative counts by message and variant. */
export async function stepTotals(tx: Tx, mailingIds: readonly number[]): Promise<StepTotals[]> {
  const { rows } = await sql<StepTotals>`
    select recipient.mailing_id, messages.step, messages.variant, count(*) filter (where has_left) as sent,
      count(*) filter (where is_opened) as opened, count(*) filter (where is_replied) as replied, count(*) filter (where is_failed) as error
    from message_progress as messages join mailing_recipients as recipient on recipient.id = messages.recipient_id
    where recipient.mailing_id = any(${mailingIds}::bigint[])
    group by recipient.mailing_id, messages.step, messages.variant`.execute(tx);
  return rows;
}
