import { mailboxKey } from '@headwater/domain/identity/email';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { maskContact } from '../mask-contact.ts';
import { closedAddressesOf, type ClosedAddresses } from '../store/addresses.ts';

export interface Addressed {
  profile_id: number;
  email: string;
  /** The address comes from contacts of the common base. */
  email_needs_opening: boolean;
}

export interface ShownAddress {
  isMasked: boolean;
  email: string;
  /** Answers of mail servers repeat addresses. */
  redact<Text extends string | null>(text: Text): Text;
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** Senders know the address. */
export const openly = ({ email }: Pick<Addressed, 'email'>): ShownAddress => ({ isMasked: false, email, redact: (text) => text });

/**
 * Masks an address by its source, not by its value: otherwise a person could try addresses until a
 * mask confirms one. An address from an open source stays readable even if it equals a closed one.
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

export async function shownAddresses(tx: Tx, actor: Actor, profileIds: readonly number[]): Promise<(row: Addressed) => ShownAddress> {
  const closed = await closedAddressesOf(tx, actor, [...new Set(profileIds)]);
  return (row) => shown(row, closed.get(row.profile_id));
}
