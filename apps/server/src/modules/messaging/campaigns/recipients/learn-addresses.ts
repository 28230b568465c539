import { mailboxKey } from '@headwater/domain/identity/email';
import { normaliseAddress } from '@headwater/domain/mail/address';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { addressesOf } from '#modules/profiles/public/addresses.ts';
import { announceMailing } from '../services.ts';
import type { MailingRow } from '../store/mailings.ts';
import { type FoundAddress, assignAddresses, listAddressless, markSameAddress } from '../store/recipients.ts';
import { beginOpened } from '../store/skip-reasons.ts';
import { onePerAddress } from './one-per-address.ts';

/** Addresses for recipients without one that the actor may use now: opened or added contacts. */
async function addressesFound(
  tx: Tx,
  actor: Actor,
  mailingId: number,
): Promise<{ free: FoundAddress[]; taken: ReadonlySet<FoundAddress> }> {
  const waiting = await listAddressless(tx, mailingId);
  const profileIds = waiting.map((row) => row.profile_id);
  const addresses = await addressesOf(tx, actor, profileIds);
  const found = waiting.flatMap(({ id, profile_id: profileId, email_problem: problem }) => {
    const address = addresses.get(profileId);
    const email = address?.isUsable ? normaliseAddress(address.email) : undefined;
    return email
      ? [
          {
            id,
            profileId,
            email,
            emailKey: mailboxKey(email),
            needsOpening: address?.needsOpening === true,
            wasClosed: problem === 'contacts_closed',
          },
        ]
      : [];
  });
  return onePerAddress(tx, mailingId, { actor, people: found });
}

export const findAddresses = async (tx: Tx, actor: Actor, mailingId: number): Promise<FoundAddress[]> =>
  (await addressesFound(tx, actor, mailingId)).free;

/** Assigns found addresses. `begins` activates the recipients of a running sequence (SEQ-031). */
export async function learnAddresses(
  tx: Tx,
  actor: Actor,
  { mailing, now, begins = false }: { mailing: Pick<MailingRow, 'id' | 'type' | 'status'>; now: Date; begins?: boolean },
): Promise<void> {
  const { free: found, taken } = await addressesFound(tx, actor, mailing.id);
  if (taken.size > 0)
    await markSameAddress(
      tx,
      [...taken].map(({ id }) => id),
    );
  const starts = begins && mailing.type === 'sequence' && mailing.status === 'sending';
  if (starts) await beginOpened(tx, mailing.id, { sender: actor, now });
  if (found.length === 0) return;
  await assignAddresses(tx, found, { now, startAt: starts ? now : null });
  await announceMailing(tx, actor.company.id, [mailing.id]);
}
