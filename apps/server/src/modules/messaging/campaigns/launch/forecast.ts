import { forecast } from '@headwater/domain/outreach/forecast';
import { rampedLimit } from '@headwater/domain/outreach/warm-up';
import { dueAfter, windowOf } from '@headwater/domain/outreach/schedule';
import type { Actor } from '@headwater/domain/roles';
import { startOfDay } from '@headwater/domain/time/zone';
import type { Tx } from '#platform/database/database.ts';
import { findCompany } from '#modules/companies/public.ts';
import { findMailboxOf, type MailboxRow, sentSince } from '#modules/messaging/channels/public.ts';
import type { MailingServices } from '../services.ts';
import type { MailingRow } from '../store/mailings.ts';
import { listSteps } from '../store/steps.ts';
import { isRunning } from '../mailings/save-mailing.ts';

export const mailboxFor = (tx: Tx, actor: Actor, mailing: MailingRow): Promise<MailboxRow | undefined> =>
  findMailboxOf(tx, isRunning(mailing) && mailing.sender_id !== null ? mailing.sender_id : actor.userId);

export interface Expected {
  count: number;
  mailing: MailingRow;
  from: Date;
  window: { from: string; to: string; zone: string | null } | undefined;
  now: Date;
}

export interface Forecast {
  sentToday: number;
  todayLimit: number | null;
  waits: { text: string; until: string | null } | null;
  first: Date | undefined;
  last: Date | undefined;
  finish: Date | undefined;
}

/**
 * Estimates when the messages of a launch leave, by mailbox limits and windows. Other mailings may
 * delay them.
 */
export async function forecastOf(
  tx: Tx,
  { actor, services }: { actor: Actor; services: Pick<MailingServices, 'maySend' | 'explainSender'> },
  { count, mailing, from, window, now }: Expected,
): Promise<Forecast> {
  const nothing = { sentToday: 0, todayLimit: null, waits: null, first: undefined, last: undefined, finish: undefined };
  const mailbox = await mailboxFor(tx, actor, mailing);
  if (!mailbox) return nothing;
  const zone = (await findCompany(tx, actor.company.id))?.time_zone ?? 'UTC';
  const sentToday = (await sentSince(tx, mailbox.id, startOfDay(now, zone))).count;
  const limitOn = (moment: Date) =>
    rampedLimit(mailbox.daily_limit, { connectedAt: mailbox.connected_at, now: moment, ramps: mailbox.ramps });
  const input = { now, language: actor.language, maySend: await services.maySend(tx), isFollowUp: false };
  const obstacle = await services.explainSender(tx, mailbox.user_id, input);
  const limits = { sentToday, todayLimit: limitOn(now), waits: null };
  const waits = obstacle && obstacle.reason !== 'gap' ? { text: obstacle.text, until: obstacle.expected_at } : null;
  if (obstacle && obstacle.expected_at === null) return { ...nothing, ...limits, waits };
  const free = obstacle?.expected_at ? new Date(obstacle.expected_at) : now;
  const steps = (await listSteps(tx, [mailing.id])).map((step) =>
    window && step.send_time_from === null
      ? { ...step, send_time_from: window.from, send_time_to: window.to, send_time_zone: step.send_time_zone ?? window.zone }
      : step,
  );
  const [opening, ...followUps] = steps;
  const due = opening ? dueAfter(from, opening, zone) : from;
  const found = forecast({
    count,
    start: due > free ? due : free,
    window: opening && windowOf(opening, zone),
    zone,
    gapSeconds: mailbox.gap_seconds,
    limitOn,
    sentToday,
    now,
  });
  const finish = found && followUps.reduce((at, step) => dueAfter(at, step, zone), found.last);
  return { ...limits, waits, first: found?.first, last: found?.last, finish };
}
