import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import { addressesInMailing } from '../store/recipients.ts';

interface Addressed {
  profileId: number;
  emailKey: string;
}

/**
 * Separates people with an address of another recipient, so that two profiles of one person get one
 * message. Ignores addresses closed to the actor; the caller locks the mailing.
 */
export async function onePerAddress<T extends Addressed>(
  tx: Tx,
  mailingId: number,
  { actor, people }: { actor: Actor; people: readonly T[] },
): Promise<{ free: T[]; taken: ReadonlySet<T> }> {
  const keys = people.map(({ emailKey }) => emailKey).filter((key) => key !== '');
  const holders = keys.length > 0 ? await addressesInMailing(tx, mailingId, { actor, emailKeys: keys }) : new Map<string, number>();
  const free: T[] = [];
  const taken = new Set<T>();
  for (const one of people) {
    const holder = one.emailKey === '' ? undefined : holders.get(one.emailKey);
    if (holder !== undefined && holder !== one.profileId) taken.add(one);
    else {
      if (one.emailKey !== '') holders.set(one.emailKey, one.profileId);
      free.push(one);
    }
  }
  return { free, taken };
}

export async function requireFreeAddress(tx: Tx, mailingId: number, { actor, ...one }: Addressed & { actor: Actor }): Promise<void> {
  const { taken } = await onePerAddress(tx, mailingId, { actor, people: [one] });
  if (taken.size > 0) throw new FieldErrors({ email: 'why_same_address' });
}
