import { mailboxKey } from '@headwater/domain/identity/email';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { maskContact } from '../mask-contact.ts';
import { closedAddressesOf, type ClosedAddresses } from '../store/addresses.ts';

/** Whoever is written to, and where. */
export interface Addressed {
  profile_id: number;
  /** Empty where there is no address. */
  email: string;
  /** It was read from contacts of the common base. */
  email_needs_opening: boolean;
}

/** Addresses as one person may read them, wherever they stand. */
export interface ShownAddress {
  isMasked: boolean;
  /** The address, or its mask. */
  email: string;
  /** A text with masks for the addresses in it: answers of mail servers repeat them. */
  redact<Text extends string | null>(text: Text): Text;
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** As it is: whoever wrote to somebody knows where it went. */
export const openly = ({ email }: Pick<Addressed, 'email'>): ShownAddress => ({ isMasked: false, email, redact: (text) => text });

/**
 * An address that is closed is masked by where it was read from, not by what it is: otherwise a person could try addresses until a mask says that it is
 * that one. So an address that is open to all stays as it is also where it happens to be one of the closed ones.
 */
function shown(row: Addressed, known: ClosedAddresses | undefined): ShownAddress {
  if (!known) return openly(row);
  const { addresses: closed, isPartly } = known;
  const own = row.email === '' ? [] : [mailboxKey(row.email)];
  const isMasked = row.email_needs_opening && own.some((address) => !isPartly || closed.includes(address));
  const masked = [...closed.filter((address) => !own.includes(address)), ...(isMasked ? own : [])];
  const pattern = masked.length > 0 ? new RegExp(masked.map(escaped).join('|'), 'gi') : undefined;
  return {
    isMasked,
    email: isMasked ? maskContact('email', row.email) : row.email,
    redact<Text extends string | null>(text: Text): Text {
      return (pattern && text !== null ? text.replace(pattern, (found) => maskContact('email', found)) : text) as Text;
    },
  };
}

/** What is open to this person of the addresses of those rows. */
export async function shownAddresses(tx: Tx, actor: Actor, profileIds: readonly number[]): Promise<(row: Addressed) => ShownAddress> {
  const closed = await closedAddressesOf(tx, actor, [...new Set(profileIds)]);
  return (row) => shown(row, closed.get(row.profile_id));
}
