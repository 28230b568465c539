import { normaliseAddress } from '@headwater/domain/mail/address';
import type { MailAddress } from '@headwater/domain/mail/message';
import type { MailboxRow } from './store/mailboxes.ts';

/** An alias as it is kept: `Name <address>`, an address, or a name. */
export const aliasText = ({ name, address }: MailAddress): string => (name ? `${name} <${address}>` : address);

/** The parts of an alias as a person may have written it; no address: the whole is a name. */
export function readAlias(text: string): { name: string; address: string | null } {
  const line = text.trim();
  const [, name = '', inside = line] = /^([^<>]*?)\s*<([^<>]*)>$/.exec(line) ?? [];
  const address = normaliseAddress(inside);
  return { name: address === null ? name || line : name, address };
}

/**
 * Whom messages of a mailbox come from: its own address, or what the person has chosen instead. An address other than its own is written only
 * where the mail service itself vouches for it; elsewhere nobody would keep a person from writing in a stranger's name.
 */
export function fromOf(mailbox: Pick<MailboxRow, 'from_name' | 'address' | 'provider'>, alias: string | null | undefined): MailAddress {
  const own = { name: mailbox.from_name, address: mailbox.address };
  if (!alias?.trim()) return own;
  const { name, address } = readAlias(alias);
  return { name: name || own.name, address: mailbox.provider !== 'smtp_imap' && address ? address : own.address };
}
