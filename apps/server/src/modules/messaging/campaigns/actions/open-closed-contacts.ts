import { mailboxKey } from '@headwater/domain/identity/email';
import { normaliseAddress } from '@headwater/domain/mail/address';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { addressesOf, openContactsOf, partsWithAddresses, withContacts } from '#modules/profiles/public.ts';
import type { MailingServices } from '../services.ts';
import type { MailingRow } from '../store/mailings.ts';
import { findClosedAudience, isLeftOut, type LeaveOutReason } from './audience.ts';
import { onePerAddress } from './one-per-address.ts';

interface Considered {
  mailing: MailingRow;
  leaveOut: readonly LeaveOutReason[];
  now: Date;
}

/**
 * Profiles to open for more recipients of a launch, one per address, in order of addition. Skips
 * left-out and suppressed people.
 */
export async function profilesToOpen(
  tx: Tx,
  { actor, services }: { actor: Actor; services: Pick<MailingServices, 'suppressed'> },
  { mailing, leaveOut, now }: Considered,
): Promise<number[]> {
  const closed = await findClosedAudience(tx, actor, { mailing, now });
  const profileIds = closed.map((row) => row.profile_id);
  const openable = await withContacts(tx, actor, profileIds);
  const addresses = await addressesOf(tx, actor, profileIds);
  const all = closed.flatMap(({ id, profile_id: profileId, email: address }) => {
    const known = addresses.get(profileId);
    const email = address || (known?.isUsable === false ? normaliseAddress(known.email) : null);
    return email && openable.has(profileId) ? [{ id, profileId, email, emailKey: mailboxKey(email) }] : [];
  });
  // Other mailings also match by address, which only an opened contact reveals.
  const reached = leaveOut.length > 0 ? await findClosedAudience(tx, actor, { mailing, now, found: all }) : [];
  const leftOut = new Set(reached.filter((one) => isLeftOut(one, leaveOut)).map(({ id }) => id));
  const people = all.filter(({ id }) => !leftOut.has(id));
  const { free } = await onePerAddress(tx, mailing.id, { actor, people });
  const suppressed = await services.suppressed(
    tx,
    actor.company.id,
    free.map(({ email }) => email),
  );
  return partsWithAddresses(
    tx,
    free.filter(({ email }) => !suppressed.has(email)),
  );
}

export async function openForLaunch(
  tx: Tx,
  whose: { actor: Actor; services: Pick<MailingServices, 'suppressed'> },
  considered: Considered,
): Promise<number> {
  const profileIds = await profilesToOpen(tx, whose, considered);
  return (await openContactsOf(tx, whose.actor, { profileIds, now: considered.now })).opened;
}
