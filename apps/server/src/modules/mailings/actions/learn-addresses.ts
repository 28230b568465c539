import { addressKey, normaliseAddress } from '@headwater/domain/mail/address';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { addressesOf } from '#modules/profiles/public.ts';
import { announceMailing } from '../services.ts';
import type { MailingRow } from '../store/mailings.ts';
import { type FoundAddress, giveAddresses, listAddressless } from '../store/recipients.ts';

/**
 * Of the recipients without an address those who have one by now that the actor may use: the contacts were opened, or one was added to the profile.
 */
export async function findAddresses(tx: Tx, actor: Actor, mailingId: number): Promise<FoundAddress[]> {
  const waiting = await listAddressless(tx, mailingId);
  const profileIds = waiting.map((row) => row.profile_id);
  const addresses = await addressesOf(tx, actor, profileIds);
  return waiting.flatMap(({ id, profile_id: profileId, email_problem: problem }) => {
    const address = addresses.get(profileId);
    const email = address?.isUsable ? normaliseAddress(address.email) : undefined;
    return email ? [{ id, email, emailKey: addressKey(email), wasClosed: problem === 'contacts_closed' }] : [];
  });
}

/** Gives them these addresses. `begins`: in a running sequence they are written to, as if they had just been added (SEQ-031). */
export async function learnAddresses(
  tx: Tx,
  actor: Actor,
  { mailing, now, begins = false }: { mailing: Pick<MailingRow, 'id' | 'type' | 'status'>; now: Date; begins?: boolean },
): Promise<void> {
  const found = await findAddresses(tx, actor, mailing.id);
  if (found.length === 0) return;
  const starts = begins && mailing.type === 'sequence' && mailing.status === 'sending';
  await giveAddresses(tx, found, { now, startAt: starts ? now : null });
  await announceMailing(tx, actor.company.id, [mailing.id]);
}
