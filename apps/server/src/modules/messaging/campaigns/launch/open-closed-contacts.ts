import { mailboxKey } from '@headwater/domain/identity/email';
import { normaliseAddress } from '@headwater/domain/mail/address';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { addressesOf, partsWithAddresses } from '#modules/profiles/public/addresses.ts';
import { openContactsOf, withContacts } from '#modules/profiles/public/contacts.ts';
import type { MailingServices } from '../services.ts';
import type { MailingRow } from '../store/mailings.ts';
import { findClosedAudience, isLeftOut, type LeaveOutReason } from '../recipients/audience.ts';

interface Considered {
  mailing: MailingRow;
  leaveOut: readonly LeaveOutReason[];
  now: Date;
}

interface ToOpen {
  recipientIds: number[];
  profileIds: number[];
}

/**
 * Profiles to open for more recipients of a launch, one per address, in order of addition. Closed
 * addresses are compared only with each other: a user could enter a guess for another recipient.
 */
export async function profilesToOpen(
  tx: Tx,
  { actor, services }: { actor: Actor; services: Pick<MailingServices, 'refusedWhileClosed'> },
  { mailing, leaveOut, now }: Considered,
): Promise<ToOpen> {
  const closed = (await findClosedAudience(tx, actor, { mailing, now })).filter((one) => !isLeftOut(one, leaveOut));
  const profileIds = closed.map((row) => row.profile_id);
  const openable = await withContacts(tx, actor, profileIds);
  const addresses = await addressesOf(tx, actor, profileIds);
  const people = new Map<string, { id: number; profileId: number; email: string; emailKey: string }>();
  for (const { id, profile_id: profileId, email: address } of closed) {
    const known = addresses.get(profileId);
    const email = address || (known?.isUsable === false ? normaliseAddress(known.email) : null);
    if (!email || !openable.has(profileId)) continue;
    const emailKey = mailboxKey(email);
    if (!people.has(emailKey)) people.set(emailKey, { id, profileId, email, emailKey });
  }
  const refused = await services.refusedWhileClosed(tx, actor, [...people.values()]);
  const toOpen = [...people.values()].filter(({ email }) => !refused.has(email));
  return { recipientIds: toOpen.map(({ id }) => id), profileIds: await partsWithAddresses(tx, toOpen) };
}

/** Returns how many the quota of the actor allows. */
export const openProfiles = async (tx: Tx, actor: Actor, opening: Pick<ToOpen, 'profileIds'> & { now: Date }): Promise<number> =>
  (await openContactsOf(tx, actor, opening)).opened;
