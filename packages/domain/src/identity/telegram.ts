import { cleanValue } from './bearing.ts';

export type ReadTelegram = { username: string } | { phone: string };

/** First path segments at t.me that are no usernames: https://core.telegram.org/api/links. */
export const reservedAtTelegram =
  `addemoji addlist addstickers addtheme auction bg boost c call confirmphone contact giftcode invoice iv joinchat k login m msg_url nft passport proxy resolve s setlanguage
  share socks stickers telegrampassport https http www`.split(/\s+/);
const reserved = new Set(reservedAtTelegram);

const username = /^[a-z]\w{3,31}$/i;
const site = /^(?:https?:\/\/)?(?:www\.)?(?:(?:t|telegram)\.me|telegram\.dog)\//i;
const subdomain = /^(?:https?:\/\/)?([a-z]\w{3,31})\.t\.me(?:\/?(?:[?#].*)?)$/is;
const deepLink = /^tg:\/\/resolve\/?\?(.*)$/is;

const named = (name: string | undefined): ReadTelegram | undefined =>
  name !== undefined && username.test(name) && !reserved.has(name.toLowerCase()) ? { username: name } : undefined;

const numbered = (text: string): ReadTelegram | undefined => {
  const digits = text.replaceAll(/\D/g, '');
  return /^\+?[\d\s().-]+$/.test(text) && digits.length >= 7 && digits.length <= 15 ? { phone: `+${digits}` } : undefined;
};

/** Invitations, shares and channel posts have no account. */
function ofPath(path: string): ReadTelegram | undefined {
  const [first = '', ...rest] = (path.split(/[?#]/)[0] ?? '').split('/').filter((part) => part !== '');
  // "t.me/s/NAME" shows the posts of NAME.
  const [name = '', ...more] = first.toLowerCase() === 's' ? rest : [first, ...rest];
  if (more.length > 0) return undefined;
  return name.startsWith('+') ? numbered(name) : named(name.replace(/^@/, ''));
}

/**
 * Reads @NAME, NAME, an address in any form, or a phone number with +. Undefined for an invitation,
 * a post and other addresses without an account.
 */
export function readTelegram(text: string): ReadTelegram | undefined {
  const value = cleanValue(text).normalize('NFKC');
  if (value.length > 500) return undefined;
  const query = deepLink.exec(value)?.[1];
  if (query !== undefined) {
    const parameters = new URLSearchParams(query);
    return parameters.has('domain') ? named(parameters.get('domain') ?? '') : numbered(`+${parameters.get('phone') ?? ''}`);
  }
  const host = subdomain.exec(value)?.[1];
  if (host !== undefined) return named(host);
  if (site.test(value)) return ofPath(value.replace(site, ''));
  if (value.startsWith('+')) return numbered(value);
  return named(value.replace(/^@/, ''));
}

/** A lower-case name, or a number with +; undefined for a text without an account. */
export function telegramKey(text: string): string | undefined {
  const read = readTelegram(text);
  if (!read) return undefined;
  return 'phone' in read ? read.phone : read.username.toLowerCase();
}
