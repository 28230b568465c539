import { recentDays } from '@headwater/contract/mailing-launches';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { audienceOf, type AudienceRow, type LeaveOutReason } from '../store/audience.ts';
import type { MailingRow } from '../store/mailings.ts';
import { isRunning } from './save-mailing.ts';

export type { AudienceRow, LeaveOutReason };

const dayMs = 24 * 3600_000;

/** Whom a launch of the mailing by the sender would write to, each with what speaks against it. */
export const findAudience = (tx: Tx, sender: Actor, { mailing, now }: { mailing: MailingRow; now: Date }): Promise<AudienceRow[]> =>
  audienceOf(tx, mailing.id, {
    sender,
    running: isRunning(mailing),
    now,
    repliedSince: new Date(now.getTime() - recentDays.replied * dayMs),
    writtenSince: new Date(now.getTime() - recentDays.written * dayMs),
  });

export const isLeftOut = (one: AudienceRow, reasons: readonly LeaveOutReason[] = []): boolean => reasons.some((reason) => one[reason]);
