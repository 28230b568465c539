import type { SuppressionReason } from '@headwater/domain/outreach/suppression';
import { defineMergeStep } from '#modules/profiles/public.ts';
import type { Registry } from './registry.ts';
import { addressesOfPerson, releaseSuppression } from './store.ts';
import { suppressAddresses } from './suppress-addresses.ts';

/** Reasons that concern the person; a bounce concerns one address. */
const refusals = new Set<SuppressionReason>(['unsubscribed', 'complaint', 'manual']);

/** A suppression of one address applies to all addresses of the merged person. */
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
      const refusal = [...refused.values()].find(({ reason }) => refusals.has(reason));
      if (!refusal) return undefined;
      const addresses = known.filter(({ email }) => !refused.has(email));
      const suppressions = await suppressAddresses(tx, registry, {
        companyId,
        addresses,
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
