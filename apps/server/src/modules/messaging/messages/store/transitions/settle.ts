import { sql } from 'kysely';
import type { ErrorReason } from '@headwater/domain/outreach/message-status';
import type { SettledState } from '@headwater/domain/outreach/retries';
import type { Tx } from '#platform/database/database.ts';
import { type Changed, change, changedColumns, changeOf } from './change.ts';
import type { Claimed } from './claim.ts';

export interface Settlement {
  verdict: SettledState;
  now: Date;
  detail?: string | undefined;
  /** It is sent once more, as nobody knows whether it left. */
  resent?: boolean | undefined;
  /** Nothing was tried: it does not count as an attempt. */
  untried?: boolean | undefined;
  /** The refusal said nothing of the message itself. */
  deferred?: boolean | undefined;
  /** The address takes no mail for now. */
  softBounced?: boolean | undefined;
}

/** Writes the end of an attempt. Undefined where another worker has settled the message meanwhile. */
export function settle(tx: Tx, message: { id: number; workerId: string }, settlement: Settlement): Promise<Changed | undefined> {
  const { verdict, now, detail, resent, untried, deferred, softBounced } = settlement;
  const left = verdict.state === 'sent' || verdict.state === 'unknown';
  return change(tx, 'settle')
    .set({
      state: verdict.state,
      ...(verdict.state === 'planned' ? { send_at: verdict.sendAt } : {}),
      ...(left ? {} : { sent_at: null }),
      // Not to know is not to be refused: all tries are left to the further copy.
      ...(resent ? { resent, attempts: 0, first_sent_at: sql<Date | null>`coalesce(first_sent_at, sent_at)` } : {}),
      ...(untried ? { attempts: sql<number>`greatest(attempts - 1, 0)` } : {}),
      ...(deferred ? { deferrals: sql<number>`deferrals + 1` } : {}),
      ...(softBounced ? { soft_bounces: sql<number>`soft_bounces + 1`, attempts: 0 } : {}),
      // What bounced for now has done so until it is accepted, however often it is put off meanwhile.
      error_reason: verdict.reason ?? sql<ErrorReason | null>`case when soft_bounces > 0 and ${!left} then 'soft_bounce' end`,
      error_detail: verdict.state === 'sent' ? null : (detail ?? null),
      lease_until: null,
      claimed_by: null,
      status_changed_at: now,
    })
    .where('id', '=', message.id)
    .where('claimed_by', '=', message.workerId)
    .returning(changedColumns)
    .executeTakeFirst();
}

/**
 * Many were accepted, also where their mailbox was replaced meanwhile, and where a person already wants another copy that has not been taken up yet.
 * Returns those that no other worker has settled.
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
    .execute();

/**
 * Something came back for a message of which nobody knew whether it left: it did, and nothing of it is sent again. Of what waited to be sent once more
 * before `first_sent_at` was kept, only this is known: it left before that was decided. Undefined where it was known to have left, or to have failed.
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
    .executeTakeFirst();

/**
 * What a person decided on a message of unknown outcome: that it left, or that a mailbox sends it again; undefined where it was decided already.
 * While a worker may still be sending the first copy the second one waits, and where the first is accepted yet it is not made.
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
          mailbox_id: sendFrom,
        };
  return change(tx, 'resolve')
    .set({ ...decision, error_reason: null, error_detail: null, lease_until: null, status_changed_at: now })
    .where('id', '=', messageId)
    .returning(changedColumns)
    .executeTakeFirst();
}
