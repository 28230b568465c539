import { dayMs, hourMs } from '@headwater/domain/time/durations';
import { jitteredGap, rampedLimit } from '@headwater/domain/outreach/warm-up';
import { nextInside, isInside } from '@headwater/domain/time/send-window';
import { startOfDay } from '@headwater/domain/time/zone';
import type { Tx } from '#platform/database/database.ts';
import type { ClaimedMessage } from '#modules/messaging/messages/public/sending.ts';
import {
  type CompanyLimits,
  countClaimedOfOwner,
  limitsOf,
  countMassClaimed,
  massSentSince,
  oldestToDomain,
  tryLockCompany,
} from '../store/sending-limits.ts';
import { type MailboxRow, sentSince } from '#modules/messaging/channels/public.ts';

/** Milliseconds after which concurrent messages are settled. */
const momentMs = 5000;

type Waiting = 'daily_limit' | 'ramp' | 'gap' | 'mailbox_paused' | 'company_limit';
/** `isUnlimited`: no pauses and limits apply, so that messages may be sent in batches. */
export type Permission = { may: true; isUnlimited: boolean } | { may: false; because: Waiting; until: Date; detail?: string | null };

interface Moment {
  now: Date;
  zone: string;
  limits?: CompanyLimits;
}

const free = (isUnlimited = false): Permission => ({ may: true, isUnlimited });

// A day may have 23 or 25 hours, so the start of the next one is computed from its middle.
const nextDay = (dayStart: Date, zone: string) => startOfDay(new Date(dayStart.getTime() + 1.5 * dayMs), zone);

/** Hour of the day, in the zone of the company, at which messages that waited for the limit leave. */
const morning = 8;

/**
 * Messages of people from before `before` wait until `until`: the daily limit delayed them into the
 * night.
 */
export async function heldUntilMorning(
  tx: Tx,
  mailbox: Pick<MailboxRow, 'id' | 'daily_limit'>,
  { now, zone }: Moment,
): Promise<{ before: Date; until: Date } | undefined> {
  if (mailbox.daily_limit === null) return undefined;
  const before = startOfDay(now, zone);
  const until = new Date(before.getTime() + morning * hourMs);
  if (now >= until) return undefined;
  const [{ count: today }, { count: sinceYesterday }] = [
    await sentSince(tx, mailbox.id, before),
    await sentSince(tx, mailbox.id, startOfDay(new Date(before.getTime() - dayMs / 2), zone)),
  ];
  return sinceYesterday - today >= mailbox.daily_limit ? { before, until } : undefined;
}

/**
 * DEC-10: whether the mailbox may send now. Messages of people skip the pause between messages,
 * answers also the daily limit.
 */
export async function mayStart(
  tx: Tx,
  mailbox: Pick<MailboxRow, 'id' | 'company_id' | 'daily_limit'>,
  { now, zone }: Moment,
): Promise<Permission> {
  if (mailbox.daily_limit === null) return free();
  const dayStart = startOfDay(now, zone);
  const { count } = await sentSince(tx, mailbox.id, dayStart);
  return count + (await countClaimedOfOwner(tx, mailbox, now)) < mailbox.daily_limit
    ? free()
    : { may: false, because: 'daily_limit', until: new Date(nextDay(dayStart, zone).getTime() + morning * hourMs) };
}

type MassMailbox = Pick<
  MailboxRow,
  'id' | 'company_id' | 'daily_limit' | 'gap_seconds' | 'paused_until' | 'paused_reason' | 'ramps' | 'connected_at'
>;

/** For mailings: also the pause between messages, warm-up, company limit and provider pause. */
export async function mayStartMass(tx: Tx, mailbox: MassMailbox, { now, zone, limits }: Moment): Promise<Permission> {
  const { paused_until: paused, paused_reason: detail } = mailbox;
  if (paused && paused > now) return { may: false, because: 'mailbox_paused', until: paused, detail };
  const dayStart = startOfDay(now, zone);
  const limit = rampedLimit(mailbox.daily_limit, { connectedAt: mailbox.connected_at, now, ramps: mailbox.ramps });
  if (limit !== null || mailbox.gap_seconds > 0) {
    const [sent, taken] = [await sentSince(tx, mailbox.id, dayStart), await countClaimedOfOwner(tx, mailbox, now)];
    const [count, last] = [sent.count + taken, taken > 0 ? now : sent.last];
    const because = limit === mailbox.daily_limit ? 'daily_limit' : 'ramp';
    if (limit !== null && count >= limit) return { may: false, because, until: nextDay(dayStart, zone) };
    const gap = jitteredGap(mailbox.gap_seconds, Math.floor((last?.getTime() ?? 0) / 1000));
    const until = new Date((last?.getTime() ?? -gap) + gap);
    if (until > now) return { may: false, because: 'gap', until };
  }
  const { perDay, perDomainPerHour } = limits ?? (await limitsOf(tx, mailbox.company_id));
  const counted = async () =>
    (await massSentSince(tx, mailbox.company_id, dayStart)) + (await countMassClaimed(tx, { companyId: mailbox.company_id, now }));
  if (perDay !== null && (await counted()) >= perDay) {
    return { may: false, because: 'company_limit', until: nextDay(dayStart, zone) };
  }
  return free(limit === null && mailbox.gap_seconds === 0 && perDay === null && perDomainPerHour === null);
}

/**
 * Like `mayStartMass`, with a lock of the company until the transaction ends, so that mailboxes
 * cannot exceed a shared limit. Fails without waiting if another mailbox holds the lock.
 */
export async function mayTakeMass(
  tx: Tx,
  mailbox: MassMailbox,
  moment: Moment & { limits: CompanyLimits },
): Promise<{ may: boolean; isUnlimited?: boolean }> {
  const { perDay, perDomainPerHour } = moment.limits;
  const permission = await mayStartMass(tx, mailbox, moment);
  if (!permission.may || (perDay === null && perDomainPerHour === null)) return permission;
  return (await tryLockCompany(tx, mailbox.company_id)) ? mayStartMass(tx, mailbox, moment) : { may: false };
}

/**
 * When a message may leave if not now: its window is closed (DEC-03), or the recipient's domain
 * reached its limit.
 */
export async function notBefore(
  tx: Tx,
  message: Pick<ClaimedMessage, 'company_id' | 'send_window' | 'to_domain'>,
  { now, limits }: { now: Date; limits?: CompanyLimits },
): Promise<Date | undefined> {
  if (message.send_window && !isInside(now, message.send_window)) return nextInside(now, message.send_window);
  const { perDomainPerHour } = limits ?? (await limitsOf(tx, message.company_id));
  if (perDomainPerHour === null || !message.to_domain) return undefined;
  const to = { companyId: message.company_id, domain: message.to_domain };
  // Without the message itself, which is claimed.
  const limit = perDomainPerHour - Math.max(0, (await countMassClaimed(tx, { ...to, now })) - 1);
  if (limit < 1) return new Date(now.getTime() + momentMs);
  const oldest = await oldestToDomain(tx, { ...to, from: new Date(now.getTime() - hourMs), limit });
  // The hour ends when its oldest message is an hour old.
  return oldest && new Date(oldest.getTime() + hourMs);
}
