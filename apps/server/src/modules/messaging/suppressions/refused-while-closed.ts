import { mailboxKey } from '@headwater/domain/identity/email';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import type { Addressee, Registry } from './registry.ts';
import { addressesOfPerson, countedRefusal } from './store.ts';

/**
 * Those of the addresses, which are closed to the actor, that must not be written to. A suppression
 * that a colleague typed counts only if the actor or the colleague has opened the address.
 */
export const createRefusedWhileClosed =
  (registry: Pick<Registry, 'suppressed' | 'refusedBy'>) =>
  async (tx: Tx, { company: { id: companyId }, userId }: Actor, people: readonly Addressee[]): Promise<Set<string>> => {
    const emails = people.map(({ email }) => email);
    const found = await registry.suppressed(tx, companyId, emails);
    const profileIds = people.flatMap(({ profileId }) => profileId ?? []);
    const refused = await registry.refusedBy(tx, companyId, profileIds);
    const result = new Set<string>();
    for (const { email, profileId } of people) {
      const refusal = found.get(email);
      const known = refusal?.reason === 'manual' && profileId !== null ? await addressesOfPerson(tx, profileId) : [];
      // Recipients of the person may have guesses as addresses, which are open.
      const openedBy = known.find((address) => address.email === mailboxKey(email))?.opened_by ?? [];
      const isCounted = countedRefusal(refusal, { is_open: false, opened_by: openedBy }, userId) !== undefined;
      if (isCounted || (profileId !== null && refused.has(profileId))) result.add(email);
    }
    return result;
  };
