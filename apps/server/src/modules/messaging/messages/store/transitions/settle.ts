import { sql } from 'kysely';
import type { ErrorReason } from '@headwater/domain/outreach/message-status';
import type { SettledState } from '@headwater/domain/outreach/retries';
import type { Tx } from '#platform/database/database.ts';
import { type Changed, change, changedColumns, changeOf, type OfChanged } from './change.ts';
import type { Claimed } from './claim.ts';

export interface Settlement {
  verdict: SettledState;
  now: Date;
  detail?: string | undefined;
  /** Sent again after an unknown outcome. */
  resent?: boolean | undefined;
  untried?: boolean | undefined;
  /** The refusal does not concern the message. */
  deferred?: boolean | undefined;
  softBounced?: boolean | undefined;
}

/** Stores the end of an attempt. Returns undefined if another worker settled the message. */
export function settle(tx: Tx, message: { id: number; workerId: string }, settlement: Settlement): Promise<Changed | undefined> {
  const { verdict, now, detail, resent, untried, deferred, softBounced } = settlement;
  const left = verdict.state === 'sent' || verdict.state === 'unknown';
  return change(tx, 'settle')
    .set({
      state: verdict.state,
      ...(verdict.state === 'planned' ? { send_at: verdict.sendAt } : {}),
      ...(left ? {} : { sent_at: null }),
      // An unknown outcome is no refusal: the copy gets all attempts.
      ...(resent ? { resent, attempts: 0, first_sent_at: sql<Date | null>`coalesce(first_sent_at, sent_at)` } : {}),
      ...(untried ? { attempts: sql<number>`greatest(attempts - 1, 0)` } : {}),
      ...(deferred ? { deferrals: sql<number>`deferrals + 1` } : {}),
      ...(softBounced ? { soft_bounces: sql<number>`soft_bounces + 1`, attempts: 0 } : {}),
      // The temporary bounce stays the reason until acceptance, through deferrals.
      error_reason: verdict.reason ?? sql<ErrorReason | null>`case when soft_bounces > 0 and ${!left} then 'soft_bounce' end`,
      error_detail: verdict.state === 'sent' ? null : (detail ?? null),
      lease_until: null,
      claimed_by: null,
      status_changed_at: now,
    })
    .where('id', '=', message.id)
    .where('claimed_by', '=', message.workerId)
    .returning(changedColumns)
    .$narrowType<OfChanged>()
    .executeTakeFirst();
}

/**
 * Records accepted messages, also if their mailbox was replaced or a user requested a copy that is
 * not claimed. Returns those that no other worker settled.
 */
export const accept = (tx: Tx, { ids, workerId }: Claimed, now: Date): Promise<Changed[]> =>
  changeOf(tx, 'accept', ids)
    .set({
      state: 'sent',
      sent_at: sql<Date>`coalesce(sent_at, ${now})`,
      error_reason: null,
      error_detail: null,
      lease_until: null,
      claimed_by: null,
      status_changed_at: now,
    })
    .where('claimed_by', '=', workerId)
    .returning(changedColumns)
    .$narrowType<OfChanged>()
    .execute();

/**
 * Evidence that a message left, so that it is not sent again; undefined if the outcome was known.
 * Without `first_sent_at` the decision to resend bounds its time.
 */
export const confirm = (tx: Tx, messageId: number, at: Date): Promise<(Changed & { company_id: number }) | undefined> =>
  change(tx, 'confirm')
    .set({
      state: 'sent',
      sent_at: sql<Date>`coalesce(sent_at, first_sent_at, least(status_changed_at, ${at}))`,
      error_reason: null,
      error_detail: null,
      status_changed_at: at,
      lease_until: null,
      claimed_by: null,
    })
    .where('id', '=', messageId)
    .returning([...changedColumns, 'messages.company_id'])
    .$narrowType<OfChanged>()
    .executeTakeFirst();

/**
 * A user's decision on an unknown outcome; undefined if already decided. While a worker may still
 * send the first copy the second one waits, and acceptance cancels it.
 */
export function resolve(
  tx: Tx,
  messageId: number,
  { sendFrom, now }: { sendFrom: number | undefined; now: Date },
): Promise<Changed | undefined> {
  const decision =
    sendFrom === undefined
      ? { state: 'sent' as const, sent_at: sql<Date>`coalesce(sent_at, ${now})`, claimed_by: null }
      : {
          state: 'planned' as const,
          send_at: sql<Date>`greatest(lease_until, ${now})`,
          claimed_by: sql<string | null>`case when lease_until > ${now} then claimed_by end`,
          first_sent_at: sql<Date | null>`coalesce(first_sent_at, sent_at)`,
          sent_at: null,
          attempts: 0,
          resent: true,
          // Messengers send from accounts.
          mailbox_id: sql<number | null>`case when channel = 'email' then ${sendFrom}::bigint else mailbox_id end`,
        };
  return change(tx, 'resolve')
    .set({ ...decision, error_reason: null, error_detail: null, lease_until: null, status_changed_at: now })
    .where('id', '=', messageId)
    .returning(changedColumns)
    .$narrowType<OfChanged>()
    .executeTakeFirst();
}
