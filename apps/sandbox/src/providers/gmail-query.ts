import PostalMime from 'postal-mime';
import type { MailStore } from '../mail/store.ts';
import type { Copy } from './account.ts';

/** Supported terms: rfc822msgid, to, after (seconds), in and -in (sent, spam, inbox, drafts). */
export async function matchesQuery(store: MailStore, copy: Copy, query: string): Promise<boolean> {
  for (const word of query.split(/\s+/).filter(Boolean)) {
    if (!(await matchesWord(store, copy, word))) return false;
  }
  return true;
}

const FOLDER_WORDS: Record<string, string> = { sent: 'Sent', spam: 'Junk', inbox: 'INBOX' };

async function matchesWord(store: MailStore, { folder, message }: Copy, word: string): Promise<boolean> {
  const [, minus, name, value = ''] = /^(-?)([a-z0-9]+):(.*)$/.exec(word) ?? [];
  if (name === 'in') return (FOLDER_WORDS[value] === folder) !== (minus === '-');
  if (name === 'after') return Date.parse(message.at) >= Number(value) * 1000;
  if (name === 'rfc822msgid') return message.messageId === `<${value.replaceAll(/^<|>$/g, '')}>`;
  if (name !== 'to') return false;
  const mail = await PostalMime.parse(await store.raw(message));
  return (mail.to ?? []).some(({ address }) => address?.toLowerCase() === value.toLowerCase());
}
