import { dayMs } from '@headwater/domain/time/durations';
import { recentDays } from '@headwater/contract/mailing-launches';
import type { Actor } from '@headwater/domain/roles';
import { rejectionStatuses } from '#modules/statistics/public.ts';
import type { Tx } from '#platform/database/database.ts';
import {
  audienceOf,
  type AudienceRow,
  closedAudienceOf,
  type ClosedRow,
  type LeaveOutFlags,
  type LeaveOutReason,
} from '../store/audience.ts';
import type { MailingRow } from '../store/mailings.ts';
import type { FoundAddress } from '../store/recipients.ts';
import { isRunning } from '../mailings/save-mailing.ts';

export type { AudienceRow, LeaveOutReason };

const momentOf = async (
  tx: Tx,
  sender: Actor,
  { mailing, now, reached = [] }: { mailing: MailingRow; now: Date; reached?: readonly number[] },
) => ({
  sender,
  running: isRunning(mailing),
  now,
  reached,
  repliedSince: new Date(now.getTime() - recentDays.replied * dayMs),
  writtenSince: new Date(now.getTime() - recentDays.written * dayMs),
  rejections: await rejectionStatuses(tx, sender),
});

export const findAudience = async (
  tx: Tx,
  sender: Actor,
  { found = [], ...launch }: { mailing: MailingRow; now: Date; found?: readonly FoundAddress[]; reached?: readonly number[] },
): Promise<AudienceRow[]> => audienceOf(tx, launch.mailing.id, { ...(await momentOf(tx, sender, launch)), found });

export const findClosedAudience = async (
  tx: Tx,
  sender: Actor,
  { mailing, now }: { mailing: MailingRow; now: Date },
): Promise<ClosedRow[]> => closedAudienceOf(tx, mailing.id, await momentOf(tx, sender, { mailing, now }));

export const isLeftOut = (one: LeaveOutFlags, reasons: readonly LeaveOutReason[] = []): boolean => reasons.some((reason) => one[reason]);
