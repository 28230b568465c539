import { isMessenger, type Reach, type StepChannel } from '@headwater/domain/outreach/channels';
import type { Actor } from '@headwater/domain/roles';
import type { SuppressionReason } from '@headwater/domain/outreach/suppression';
import type { Tx } from '#platform/database/database.ts';
import type { Way, Whom } from '../channel-port.ts';
import type { MailingServices } from '../services.ts';
import type { MailingRow } from '../store/mailings.ts';
import { listForMessenger } from '../store/recipients.ts';
import { listSteps, type StepRow } from '../store/steps.ts';
import type { OwnRecipient } from '../mailings/require-mailing.ts';

type WithChannel = Pick<StepRow, 'channel'>;
type ReachServices = Pick<MailingServices, 'channels'>;

export const messengersOf = (steps: readonly WithChannel[]): StepChannel[] => [
  ...new Set(steps.flatMap(({ channel }) => (isMessenger(channel) ? channel : []))),
];

export const usesMessenger = (steps: readonly WithChannel[]): boolean => messengersOf(steps).length > 0;

export type Ways = ReadonlyMap<StepChannel, ReadonlyMap<number, Way>>;

export async function waysBy(tx: Tx, { channels }: ReachServices, { by, whom }: { by: readonly StepChannel[]; whom: Whom }): Promise<Ways> {
  const ways = new Map<StepChannel, ReadonlyMap<number, Way>>();
  for (const channel of by) ways.set(channel, await channels[channel].reach(tx, whom));
  return ways;
}

export const whomOf = (sender: Actor, { company_id: companyId, telegram_account_id: accountId }: MailingRow) => ({
  companyId,
  sender,
  accountId,
});

export const reachOf = (ways: Ways, recipientId: number): Reach =>
  new Set([...ways].flatMap(([channel, found]) => (found.has(recipientId) ? channel : [])));

/** Ways by the messengers of the steps, the first one for each recipient. */
export async function waysByMessenger(
  tx: Tx,
  services: ReachServices,
  { steps, whom }: { steps: readonly WithChannel[]; whom: Whom },
): Promise<ReadonlyMap<number, Way>> {
  const ways = await waysBy(tx, services, { by: messengersOf(steps), whom });
  return new Map([...ways.values()].toReversed().flatMap((found) => [...found]));
}

export async function recipientsByMessenger(
  tx: Tx,
  { actor, services }: { actor: Actor; services: ReachServices },
  { mailing, steps, now }: { mailing: MailingRow; steps: readonly StepRow[]; now: Date },
): Promise<ReadonlyMap<number, Way>> {
  if (!usesMessenger(steps)) return new Map();
  const people = await listForMessenger(tx, mailing.id);
  return waysByMessenger(tx, services, { steps, whom: { ...whomOf(actor, mailing), people, now } });
}

/** Messengers of the mailing that reach the recipient. */
export async function messengersFor(
  tx: Tx,
  { actor, services }: { actor: Actor; services: ReachServices },
  { recipient, mailing, now }: OwnRecipient & { now: Date },
): Promise<Reach> {
  if (recipient.messenger_problem !== null) return new Set();
  const by = messengersOf(await listSteps(tx, [mailing.id]));
  const whom = { ...whomOf(actor, mailing), people: [recipient], now };
  return reachOf(await waysBy(tx, services, { by, whom }), recipient.id);
}

export const getsMessages =
  ({ byMessenger, suppressed }: { byMessenger: ReadonlyMap<number, Way>; suppressed: ReadonlyMap<string, SuppressionReason> }) =>
  ({ id, email }: { id: number; email: string }): boolean => {
    const known = byMessenger.get(id);
    // A bounced address does not suppress the person.
    return known?.isSuppressed !== true && (!suppressed.has(email) || (known !== undefined && suppressed.get(email) === 'bounce'));
  };
