import { mailboxKey, readEmail } from '@headwater/domain/identity/email';
import { replaceAddresses } from '@headwater/domain/mail/replace-addresses';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { maskContact } from '../mask-contact.ts';
import { closedAddressesOf, type ClosedAddresses, mailboxAddresses } from '../store/addresses.ts';

export interface Addressed {
  profile_id: number;
  email: string;
  /** The address comes from contacts of the common base. */
  email_needs_opening: boolean;
}

export interface ShownAddress {
  isMasked: boolean;
  email: string;
  /** Masks addresses in replies and in answers of mail servers. */
  redact<Text extends string | null>(text: Text): Text;
}

/** Senders know the address. */
export const openly = ({ email }: Pick<Addressed, 'email'>): ShownAddress => ({ isMasked: false, email, redact: (text) => text });

/** A word that only looks like an address shows nothing of itself. */
function masked(word: string): string {
  const known = readEmail(word);
  return known ? maskContact('email', known.address) : '***';
}

/**
 * Masks an address by its source, and addresses in texts by their form, never by their value:
 * otherwise a person could try addresses until a mask confirms one. An address from an open source
 * stays readable even if it equals a closed one.
 */
function shown(row: Addressed, { known, mailboxes }: { known: ClosedAddresses | undefined; mailboxes: ReadonlySet<string> }): ShownAddress {
  if (!known) return openly(row);
  const { addresses: closed, isPartly } = known;
  const own = row.email === '' ? undefined : mailboxKey(row.email);
  const isMasked = row.email_needs_opening && own !== undefined && (!isPartly || closed.includes(own));
  const isReadable = (key: string) => mailboxes.has(key) || (key === own && !isMasked);
  const hide = (address: string) => (isReadable(mailboxKey(address)) ? address : masked(address));
  const hidesTexts = isMasked || closed.length > 0;
  return {
    isMasked,
    email: isMasked ? maskContact('email', row.email) : row.email,
    redact<Text extends string | null>(text: Text): Text {
      return (hidesTexts && text !== null ? replaceAddresses(text, hide) : text) as Text;
    },
  };
}

export async function shownAddresses(tx: Tx, actor: Actor, profileIds: readonly number[]): Promise<(row: Addressed) => ShownAddress> {
  const closed = await closedAddressesOf(tx, actor, [...new Set(profileIds)]);
  const mailboxes = new Set(closed.size > 0 ? (await mailboxAddresses(tx)).map(mailboxKey) : []);
  return (row) => shown(row, { known: closed.get(row.profile_id), mailboxes });
}
