import { mailboxKey } from '@headwater/domain/identity/email';
import { knownAddress } from '@headwater/domain/mail/address';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import type { Registry } from './registry.ts';

/** Users split longer lists into several requests. */
const mostAtOnce = 5000;

/** Addresses in a pasted text, which may contain names, tables and angle brackets. */
export function readPasted(pasted: string): { addresses: string[]; wrong: string[] } {
  const words = pasted.split(/[\s,;<>"()]+/).filter((word) => word.includes('@'));
  const addresses = new Map<string, string>();
  const wrong: string[] = [];
  for (const word of words) {
    const address = knownAddress(word);
    if (address === null) wrong.push(word.slice(0, 100));
    else if (!addresses.has(mailboxKey(address))) addresses.set(mailboxKey(address), address);
  }
  return { addresses: [...addresses.values()], wrong };
}

interface Adding {
  registry: Registry;
  pasted: string;
  note: string;
}

/** Suppresses every address of a text manually. Throws FieldErrors for `addresses`. */
export async function addPasted(tx: Tx, actor: Actor, { registry, pasted, note }: Adding) {
  const { addresses, wrong } = readPasted(pasted);
  if (addresses.length === 0) throw new FieldErrors({ addresses: wrong.length > 0 ? 'field_email' : 'no_addresses' });
  if (addresses.length > mostAtOnce) throw new FieldErrors({ addresses: { key: 'field_too_many', parts: { count: mostAtOnce } } });
  let added = 0;
  for (const email of addresses) {
    const { id: companyId } = actor.company;
    const isNew = await registry.suppress(tx, { companyId, who: { email }, reason: 'manual', source: 'hand', note, addedBy: actor.userId });
    if (isNew) added += 1;
  }
  return { added, known: addresses.length - added, wrong: wrong.slice(0, 100) };
}
