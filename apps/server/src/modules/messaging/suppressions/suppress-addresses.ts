import { mailboxKey } from '@headwater/domain/identity/email';
import type { Tx } from '#platform/database/database.ts';
import type { Registry, Suppressing } from './registry.ts';
import { findByHash } from './store.ts';

interface Addresses extends Pick<Suppressing, 'companyId' | 'reason' | 'source' | 'addedBy'> {
  addresses: readonly { email: string; is_open: boolean }[];
}

export async function suppressAddresses(
  tx: Tx,
  registry: Pick<Registry, 'suppress' | 'hashOf'>,
  { addresses, ...more }: Addresses,
): Promise<number[]> {
  const ids: number[] = [];
  for (const { email, is_open: isOpen } of addresses) {
    const hash = await registry.hashOf(more.companyId, mailboxKey(email));
    // The list must not reveal a closed address.
    if (!(await registry.suppress(tx, { ...more, who: { hash, email: isOpen ? email : null } }))) continue;
    const row = await findByHash(tx, hash);
    if (row) ids.push(row.id);
  }
  return ids;
}
