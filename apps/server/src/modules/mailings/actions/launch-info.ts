import type { LaunchInfo } from '@headwater/contract/mailings';
import { rampedLimit } from '@headwater/domain/outreach/planning';
import type { Actor } from '@headwater/domain/roles';
import { startOfDay } from '@headwater/domain/time/zone';
import type { Tx } from '#platform/database/database.ts';
import { findCompany } from '#modules/companies/public.ts';
import { findMailboxOf, heardSince, isHeard, type MailboxRow, sentSince } from '#modules/outreach/public.ts';
import type { MailingServices } from '../services.ts';
import { countInOthers, countLaunchable, listOpenAddresses } from '../store/launching.ts';
import type { MailingRow } from '../store/mailings.ts';
import { heldFollowUps } from '../store/planning.ts';
import { findAddresses } from './learn-addresses.ts';
import { isRunning } from './save-mailing.ts';

const dayMs = 24 * 3600_000;

/** About when the last of so many messages leaves by the limits of the mailbox; windows and other mailings may make it later. */
function lastAt(mailbox: MailboxRow, { count, sentToday, now }: { count: number; sentToday: number; now: Date }): Date {
  let left = count;
  let day = 0;
  for (; day < 3650; day += 1) {
    const at = new Date(now.getTime() + day * dayMs);
    const limit = rampedLimit(mailbox.daily_limit, { connectedAt: mailbox.connected_at, now: at, ramps: mailbox.ramps });
    const room = limit === null ? left : Math.max(0, limit - (day === 0 ? sentToday : 0));
    if (room >= left) break;
    left -= room;
  }
  return new Date(now.getTime() + day * dayMs + left * mailbox.gap_seconds * 1000);
}

/** Who waits because nobody knows whether they have answered. One that stands still would be sent from the mailbox of the reader. */
async function held(
  tx: Tx,
  mailing: MailingRow,
  { own, now }: { own: MailboxRow | undefined; now: Date },
): Promise<LaunchInfo['held_follow_ups']> {
  const runs = isRunning(mailing);
  const mailbox = runs && mailing.sender_id !== null ? await findMailboxOf(tx, mailing.sender_id) : own;
  if (!mailbox) return { count: 0, addresses: [] };
  const hearing = { mailboxId: mailbox.id, heardSince: heardSince(now), withFollowUps: isHeard(mailbox, now) };
  return heldFollowUps(tx, mailing.id, { ...hearing, isRunning: runs });
}

/** MAIL-016 to MAIL-019. */
export async function launchInfoOf(
  tx: Tx,
  actor: Actor,
  { mailing, now, suppressed }: { mailing: MailingRow; now: Date; suppressed: MailingServices['suppressed'] },
): Promise<LaunchInfo> {
  const { counts, contactsClosed } = await countLaunchable(tx, mailing.id, { running: isRunning(mailing), now });
  // A launch finds the same addresses.
  const found = counts.no_email > 0 ? await findAddresses(tx, actor, mailing.id) : [];
  counts.launch += found.length;
  counts.no_email -= found.length;
  const addresses = [...(await listOpenAddresses(tx, mailing.id)), ...found.map(({ email }) => email)];
  const mailbox = await findMailboxOf(tx, actor.userId);
  const zone = (await findCompany(tx, actor.company.id))?.time_zone ?? 'UTC';
  const sentToday = mailbox ? (await sentSince(tx, mailbox.id, startOfDay(now, zone))).count : 0;
  const first = counts.launch + counts.error + counts.occurred;
  return {
    ready_to_launch: counts.launch,
    ready_to_relaunch: { with_next_message_occurred: counts.occurred, with_next_message_as_planned: counts.planned },
    without_email: counts.no_email,
    error_relaunch: counts.error,
    total: counts.launch + counts.occurred + counts.planned + counts.no_email + counts.error,
    contacts_closed: contactsClosed - found.filter(({ wasClosed }) => wasClosed).length,
    suppressed: (await suppressed(tx, actor.company.id, addresses)).size,
    in_other_mailings: await countInOthers(tx, mailing.id),
    held_follow_ups: await held(tx, mailing, { own: mailbox, now }),
    sender: mailbox
      ? { address: mailbox.address, daily_limit: mailbox.daily_limit, gap_seconds: mailbox.gap_seconds, sent_today: sentToday }
      : null,
    last_first_message_at: mailbox && first > 0 ? lastAt(mailbox, { count: first, sentToday, now }).toISOString() : null,
  };
}
