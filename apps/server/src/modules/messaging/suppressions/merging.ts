import type { SuppressionReason } from '@headwater/domain/outreach/suppression';
import { defineMergeStep } from '#modules/profiles/public/merging.ts';
import type { Registry } from './registry.ts';
import { addressesOfPerson, countedRefusal, releaseSuppression } from './store.ts';
import { suppressAddresses } from './suppress-addresses.ts';

/** Reasons that hold at all addresses of a person. A bounce says nothing of another address. */
const refusals = new Set<SuppressionReason>(['unsubscribed', 'complaint', 'manual']);

/** A refusal at one address of a merged person holds at all addresses. */
export const suppressionsMergeStep = (registry: Pick<Registry, 'suppressed' | 'suppress' | 'hashOf'>) =>
  defineMergeStep<{ suppressions: number[] }>({
    name: 'suppressions',
    async absorb(tx, { companyId, userId, into }) {
      const known = await addressesOfPerson(tx, into);
      const refused = await registry.suppressed(
        tx,
        companyId,
        known.map(({ email }) => email),
      );
      const refusal = known
        .map((address) => countedRefusal(refused.get(address.email), address, userId))
        .find((found) => found && refusals.has(found.reason));
      if (!refusal) return undefined;
      const suppressions = await suppressAddresses(tx, registry, {
        companyId,
        addresses: known,
        reason: refusal.reason,
        source: 'hand',
        addedBy: userId,
      });
      return suppressions.length > 0 ? { suppressions } : undefined;
    },
    async giveBack(tx, { userId, now }, { suppressions }) {
      for (const id of suppressions) await releaseSuppression(tx, id, { by: userId, at: now, note: '' });
    },
  });
