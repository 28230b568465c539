import type { Tx } from '#platform/database/database.ts';
import type { Registry, Suppressing } from './registry.ts';
import { addressesOfPerson } from './store.ts';
import { suppressAddresses } from './suppress-addresses.ts';

interface OptOut extends Pick<Suppressing, 'companyId' | 'messageId'> {
  /** Addresses and messenger accounts that the person used. */
  addresses: readonly Suppressing['who'][];
  /** Profiles of the person: all their addresses are suppressed. */
  profileIds?: readonly number[];
  source: 'link' | 'one_click' | 'inbound';
}

/** DEC-05: the person gets no more messages in any channel. Returns false if that was known. */
export async function optOut(
  tx: Tx,
  registry: Registry,
  { companyId, addresses, profileIds = [], source, messageId }: OptOut,
): Promise<boolean> {
  const refusal = { companyId, reason: 'unsubscribed', source } as const;
  let isNew = false;
  for (const who of addresses) if (await registry.suppress(tx, { ...refusal, who, messageId: messageId ?? null })) isNew = true;
  for (const profileId of profileIds)
    await suppressAddresses(tx, registry, { ...refusal, addresses: await addressesOfPerson(tx, profileId) });
  return isNew;
}
