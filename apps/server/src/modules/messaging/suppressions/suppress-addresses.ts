import type { SuppressionReason } from '@headwater/domain/outreach/suppression';
import type { Tx } from '#platform/database/database.ts';
import { keyOfProfile, type Registry, type Suppressing } from './registry.ts';
import { findByHash, type PersonAddress } from './store.ts';

interface Addresses extends Pick<Suppressing, 'companyId' | 'reason' | 'source' | 'addedBy'> {
  addresses: readonly PersonAddress[];
}

/** Refusals that no colleague can enter. */
const isOfPerson = (reason: SuppressionReason | undefined) => reason === 'unsubscribed' || reason === 'complaint';

/**
 * Suppresses all addresses of a person. Those of the common base are suppressed by their profiles:
 * an entry of the address would confirm it to a user who adds or checks addresses. Returns new
 * entries.
 */
export async function suppressAddresses(
  tx: Tx,
  registry: Pick<Registry, 'suppress' | 'suppressed' | 'hashOf'>,
  { addresses, ...more }: Addresses,
): Promise<number[]> {
  const { companyId } = more;
  const refused = await registry.suppressed(
    tx,
    companyId,
    addresses.map(({ email }) => email),
  );
  const ofBase = addresses.filter(({ email }) => !isOfPerson(refused.get(email)?.reason));
  const whole = addresses.flatMap(({ email, is_open: isOpen }) => (isOpen ? [{ key: email, email }] : []));
  const parts = [...new Set(ofBase.flatMap((address) => address.parts))].map((part) => ({ key: keyOfProfile(part), email: null }));
  const ids: number[] = [];
  for (const { key, email } of [...whole, ...parts]) {
    const hash = await registry.hashOf(companyId, key);
    if (!(await registry.suppress(tx, { ...more, who: { hash, email } }))) continue;
    const row = await findByHash(tx, hash);
    if (row) ids.push(row.id);
  }
  return ids;
}
