import { isMessenger } from '@headwater/domain/outreach/channels';
import type { LaunchInfo } from '@headwater/contract/mailing-launches';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { findCompany } from '#modules/companies/public.ts';
import { findMailboxOf, ingestedSince, isIngested, type MailboxRow } from '#modules/messaging/channels/public.ts';
import { contactQuota } from '#modules/profiles/public/contacts.ts';
import type { Way } from '../channel-port.ts';
import type { MailingServices } from '../services.ts';
import { countLaunchable } from '../store/launch-classes.ts';
import type { MailingRow } from '../store/mailings.ts';
import { heldFollowUps } from '../store/planning.ts';
import { listSteps, type StepRow } from '../store/steps.ts';
import { type AudienceRow, findAudience, isLeftOut, type LeaveOutReason } from '../recipients/audience.ts';
import { forecastOf, mailboxFor } from './forecast.ts';
import { type DelayInfo, planOf } from './launch.ts';
import { findAddresses } from '../recipients/learn-addresses.ts';
import { getsMessages, recipientsByMessenger, usesMessenger } from '../recipients/reach.ts';
import { profilesToOpen } from './open-closed-contacts.ts';
import { isRunning } from '../mailings/save-mailing.ts';
import { nextMessageOf } from '../recipients/why-not-sent.ts';

/** Follow-ups that wait for unread mailboxes. A stopped mailing would use the reader's mailbox. */
async function obstacleOf(
  tx: Tx,
  mailing: MailingRow,
  { own, now }: { own: MailboxRow | undefined; now: Date },
): Promise<LaunchInfo['held_follow_ups']> {
  const runs = isRunning(mailing);
  const mailbox = runs && mailing.sender_id !== null ? await findMailboxOf(tx, mailing.sender_id) : own;
  if (!mailbox) return { count: 0, addresses: [] };
  const readState = { mailboxId: mailbox.id, ingestedSince: ingestedSince(now), withFollowUps: isIngested(mailbox, now) };
  return heldFollowUps(tx, mailing.id, { ...readState, isRunning: runs });
}

interface Considered {
  mailing: MailingRow;
  leaveOut: readonly LeaveOutReason[];
  plan: DelayInfo;
}

function countAudience(audience: readonly AudienceRow[], isReached: (one: AudienceRow) => boolean, leaveOut: readonly LeaveOutReason[]) {
  const stays = audience.filter((one) => !isLeftOut(one, leaveOut));
  const reached = stays.filter(isReached);
  const of = (...kinds: AudienceRow['kind'][]) => reached.filter(({ kind }) => kinds.includes(kind)).length;
  const having = (reason: LeaveOutReason) => audience.filter((one) => one[reason]).length;
  return {
    kinds: { launch: of('launch'), occurred: of('occurred'), planned: of('planned'), error: of('error') },
    will_receive: reached.length,
    suppressed: stays.length - reached.length,
    left_out: audience.length - stays.length,
    rejected: having('rejected'),
    in_other_mailings: having('in_other_mailings'),
    replied_recently: having('replied_recently'),
    written_recently: having('written_recently'),
  };
}

async function telegramInfo(
  tx: Tx,
  { simCards }: Pick<MailingServices, 'simCards'>,
  of: { steps: readonly StepRow[]; people: readonly AudienceRow[]; byMessenger: ReadonlyMap<number, Way>; now: Date },
): Promise<LaunchInfo['telegram']> {
  if (!usesMessenger(of.steps)) return null;
  const reaches = of.people.flatMap(({ id }) => of.byMessenger.get(id) ?? []);
  const others = of.people.length - reaches.length;
  const fallsBack = of.steps.some((step) => isMessenger(step.channel) && step.falls_back);
  const accountIds = [...new Set(reaches.flatMap(({ accountId }) => accountId ?? []))];
  return {
    reached: reaches.length,
    falling_back: fallsBack ? others : 0,
    passed_over: fallsBack ? 0 : others,
    new_dialogs: reaches.filter(({ isNew }) => isNew).length,
    dialogs_left: await simCards.dialogsLeft(tx, accountIds, of.now),
  };
}

export async function launchInfoOf(
  tx: Tx,
  { actor, services }: { actor: Actor; services: MailingServices },
  { mailing, leaveOut, plan }: Considered,
): Promise<LaunchInfo> {
  const now = services.clock.now();
  const zone = (await findCompany(tx, actor.company.id))?.time_zone ?? 'UTC';
  const { startAt, window } = planOf(plan, { now, zone });
  const steps = await listSteps(tx, [mailing.id]);
  const byMessenger = await recipientsByMessenger(tx, { actor, services }, { mailing, steps, now });
  const reached = [...byMessenger.keys()];
  const { counts, contactsClosed } = await countLaunchable(tx, mailing.id, { sender: actor, running: isRunning(mailing), now, reached });
  const found = counts.no_email > 0 ? await findAddresses(tx, actor, mailing.id) : [];
  const audience = await findAudience(tx, actor, { mailing, now, found, reached });
  const suppressed = await services.suppressed(
    tx,
    actor.company.id,
    audience.map(({ email, profile_id: profileId }) => ({ email, profileId })),
  );
  const isReached = getsMessages({ byMessenger, suppressed });
  const { kinds, ...audienceCounts } = countAudience(audience, isReached, leaveOut);
  const willReceive = audience.filter((one) => !isLeftOut(one, leaveOut) && isReached(one));
  const closed = contactsClosed - found.filter(({ wasClosed }) => wasClosed).length;
  const toOpen = closed > 0 ? (await profilesToOpen(tx, { actor, services }, { mailing, leaveOut, now })).profileIds : [];
  const withoutEmail = counts.no_email - found.length;
  const first = kinds.launch + kinds.error + kinds.occurred;
  const mailbox = await mailboxFor(tx, actor, mailing);
  const forecast = await forecastOf(tx, { actor, services }, { mailing, from: startAt, count: first, window, now });
  const quota = await contactQuota(tx, actor, now);
  return {
    ready_to_launch: kinds.launch,
    ready_to_relaunch: { with_next_message_occurred: kinds.occurred, with_next_message_as_planned: kinds.planned },
    without_email: withoutEmail,
    error_relaunch: kinds.error,
    total: kinds.launch + kinds.occurred + kinds.planned + withoutEmail + kinds.error,
    contacts_closed: closed,
    contacts_to_open: toOpen.length,
    contacts_left: quota.available,
    ...audienceCounts,
    contact_limit_reached: quota.available !== null && quota.available < 1,
    held_follow_ups: await obstacleOf(tx, mailing, { own: mailbox, now }),
    sender: mailbox
      ? {
          address: mailbox.address,
          daily_limit: mailbox.daily_limit,
          today_limit: forecast.todayLimit,
          gap_seconds: mailbox.gap_seconds,
          sent_today: forecast.sentToday,
        }
      : null,
    sender_waits: forecast.waits,
    first_message_at: forecast.first?.toISOString() ?? null,
    last_first_message_at: forecast.last?.toISOString() ?? null,
    estimated_finish_at: forecast.finish?.toISOString() ?? null,
    telegram: await telegramInfo(tx, services, { steps, people: willReceive, byMessenger, now }),
    next_message: await nextMessageOf(tx, { actor, language: actor.language, services }, mailing),
  };
}
