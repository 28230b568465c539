import type { Actor } from '@headwater/domain/roles';
import type { SuppressionReason } from '@headwater/domain/outreach/suppression';
import type { Tx } from '#platform/database/database.ts';
import type { MailingServices, MessengerReach } from '../services.ts';
import type { MailingRow } from '../store/mailings.ts';
import { listForMessenger } from '../store/recipients.ts';
import { listSteps, type StepRow } from '../store/steps.ts';
import type { OwnRecipient } from './require-mailing.ts';

export const usesMessenger = (steps: readonly Pick<StepRow, 'channel'>[]): boolean => steps.some(({ channel }) => channel !== 'email');

export async function recipientsByMessenger(
  tx: Tx,
  { actor, services }: { actor: Actor; services: Pick<MailingServices, 'messenger'> },
  { mailing, steps, now }: { mailing: MailingRow; steps: readonly StepRow[]; now: Date },
): Promise<ReadonlyMap<number, MessengerReach>> {
  if (!usesMessenger(steps)) return new Map();
  const recipients = await listForMessenger(tx, mailing.id);
  const found = await services.messenger.reach(tx, {
    sender: actor,
    profileIds: recipients.map((one) => one.profile_id),
    accountId: mailing.telegram_account_id,
    now,
  });
  return new Map(
    recipients.flatMap((one) => {
      const reach = found.get(one.profile_id);
      return reach ? [[one.id, reach] as const] : [];
    }),
  );
}

export async function isReached(
  tx: Tx,
  { actor, services }: { actor: Actor; services: Pick<MailingServices, 'messenger'> },
  { recipient, mailing, now }: OwnRecipient & { now: Date },
): Promise<boolean> {
  if (recipient.messenger_problem !== null || !usesMessenger(await listSteps(tx, [mailing.id]))) return false;
  const { profile_id: id } = recipient;
  return (await services.messenger.reach(tx, { sender: actor, profileIds: [id], accountId: mailing.telegram_account_id, now })).has(id);
}

export const getsMessages =
  ({ byMessenger, suppressed }: { byMessenger: ReadonlyMap<number, MessengerReach>; suppressed: ReadonlyMap<string, SuppressionReason> }) =>
  ({ id, email }: { id: number; email: string }): boolean => {
    const known = byMessenger.get(id);
    // A bounced address does not suppress the person.
    return known?.isSuppressed !== true && (!suppressed.has(email) || (known !== undefined && suppressed.get(email) === 'bounce'));
  };
