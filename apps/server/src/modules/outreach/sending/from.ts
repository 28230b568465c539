import { normaliseAddress } from '@headwater/domain/mail/address';
import type { MailAddress } from '@headwater/domain/mail/message';
import type { MailboxRow } from '../store/mailboxes.ts';

/** An alias as it is kept: `Name <address>`, an address, or a name. */
export const aliasText = ({ name, address }: MailAddress): string => (name ? `${name} <${address}>` : address);

/** Whom letters of a mailbox come from: its own address, or what the person has chosen instead. */
export function fromOf(mailbox: Pick<MailboxRow, 'from_name' | 'address'>, alias: string | null | undefined): MailAddress {
  const own = { name: mailbox.from_name, address: mailbox.address };
  const given = alias?.trim();
  if (!given) return own;
  const [, name = '', inside = given] = /^([^<>]*?)\s*<([^<>]*)>$/.exec(given) ?? [];
  const address = normaliseAddress(inside);
  if (address) return { name: name || own.name, address };
  return { name: name || given, address: own.address };
}
