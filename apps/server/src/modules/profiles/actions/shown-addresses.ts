import { addressKey } from '@headwater/domain/mail/address';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { maskContact } from '../contact-form.ts';
import { closedAddressesOf } from '../store/addresses.ts';

/** E-mail addresses as one person may read them, wherever they stand. */
export interface ShownAddresses {
  isMasked(profileId: number, email: string): boolean;
  /** The address, or its mask. */
  show(profileId: number, email: string): string;
  /** A text with masks for the addresses in it: answers of mail servers repeat them. */
  redact<Text extends string | null>(profileId: number, text: Text): Text;
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** What is open to this person of the addresses of those profiles: the same as on the profile itself. */
export async function shownAddresses(tx: Tx, actor: Actor, profileIds: readonly number[]): Promise<ShownAddresses> {
  const closed = await closedAddressesOf(tx, actor, [...new Set(profileIds)]);
  const patterns = new Map([...closed].map(([profileId, addresses]) => [profileId, new RegExp(addresses.map(escaped).join('|'), 'gi')]));
  const isMasked = (profileId: number, email: string) => closed.get(profileId)?.includes(addressKey(email)) ?? false;
  return {
    isMasked,
    show: (profileId, email) => (isMasked(profileId, email) ? maskContact('email', email) : email),
    redact<Text extends string | null>(profileId: number, text: Text): Text {
      const pattern = patterns.get(profileId);
      return (pattern && text !== null ? text.replace(pattern, (found) => maskContact('email', found)) : text) as Text;
    },
  };
}
