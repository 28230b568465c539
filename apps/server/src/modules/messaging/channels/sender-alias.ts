import { normaliseAddress } from '@headwater/domain/mail/address';
import type { MailAddress } from '@headwater/domain/mail/message';
import type { MailboxRow } from './store/mailboxes.ts';

export const aliasText = ({ name, address }: MailAddress): string => (name ? `${name} <${address}>` : address);

export function readAlias(text: string): { name: string; address: string | null } {
  const line = text.trim();
  const [, name = '', inside = line] = /^([^<>]*?)\s*<([^<>]*)>$/.exec(line) ?? [];
  const address = normaliseAddress(inside);
  return { name: address === null ? name || line : name, address };
}

/** Uses a foreign address only if the mail service confirms it, against sender spoofing. */
export function fromOf(mailbox: Pick<MailboxRow, 'from_name' | 'address' | 'provider'>, alias: string | null | undefined): MailAddress {
  const own = { name: mailbox.from_name, address: mailbox.address };
  if (!alias?.trim()) return own;
  const { name, address } = readAlias(alias);
  return { name: name || own.name, address: mailbox.provider !== 'smtp_imap' && address ? address : own.address };
}
