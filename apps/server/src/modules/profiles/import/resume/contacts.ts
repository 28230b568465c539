import { findPhoneNumbersInText } from 'libphonenumber-js';
import type { Contact, ProfileData } from '@headwater/contract/profile-data';
import { linkKey } from '@headwater/domain/identity/link';
import { readTelegram } from '@headwater/domain/identity/telegram';

export interface FoundContacts {
  contacts: Contact[];
  links: ProfileData['links'];
}

const email = /[\p{L}\p{N}][\p{L}\p{N}._%+'-]*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}/giu;
const link =
  /(?:https?:\/\/|www\.)[^\s<>()[\]{}"'«»|,;]+|(?<![\p{L}\p{N}@./-])(?:[a-z0-9-]+\.)+(?:com|org|net|io|ru|dev|me|example|test|co|ai|app|info|tech|uk|de|us|site|page|pro)(?:\/[^\s<>()[\]{}"'«»|,;]*)?(?![\p{L}\p{N}@])/giu;
const telegramLabel = /(?:telegram|телеграм+|\btg\b|(?<!\p{L})тг(?!\p{L}))\s*(?:[:：–—-]\s*|\s)([^\s,;|<>()«»"']{3,100})/giu;
const bareHandle = /(?<![\p{L}\p{N}._/@-])@([a-z][a-z0-9_]{4,31})(?![\p{L}\p{N}.@])/giu;
const skypeLabel = /skype\s*[:：–—-]?\s*([^\s;|<>()«»"']{5,100})/giu;
const skypeName = /^(?:skype:)?((?:live:)?[a-z][a-z0-9.,_-]{4,62})(?:\?(?:call|chat|add|userinfo).*)?$/i;
const phoneLike = /(?:\+|\(\+?)?\d[\d ().·/-]{6,20}\d/g;
const phoneLabel =
  /(?:phone|tel|mobile|cell|handy|t[ée]l[ée]phone|contact\s?(?:no|number)|whatsapp|телефон|моб|☎|📞|(?<![\p{L}\d])(?:[tmp]|ph|тел))\.?\s*\S{0,3}$/iu;
const dates =
  /\b(?:19|20)\d\d\s*[-–—/.]\s*(?:19|20)?\d\d\b|\d\/\d{2,4}\s*-\s*\d{1,2}\/\d|\d\.\s\d|^\(?\d{1,2}[./]\d{1,2}[./]\d{2,4}|^(?:0?[1-9]|1[0-2])[./-](?:19|20)\d\d(?:\s*[-–—].*)?$/;

const domainOf = (url: string) => {
  try {
    return new URL(url).hostname.replace(/^www\./, '');
  } catch {
    return undefined;
  }
};

function toLink(text: string): ProfileData['links'][number] | undefined {
  const bare = text.trim().replace(/[.,;:!?)\]}'"»…]+$/, '');
  const url = /^https?:\/\//i.test(bare) ? bare : `https://${bare}`;
  const domain = domainOf(url);
  return domain?.includes('.') && url.length <= 2000 ? { url, domain } : undefined;
}

// Technology names that look like hosts: excludes "Node.js" and "ASP.NET".
const notHosts =
  /^(?:[bm]\.tech|(?:asp|ado|vb|socket|draw|crypto|chat|next|nuxt|node|vue|react|express|three|d3|discord|together|hugging|fast|make|n8n)\.(?:net|io|js|ai|com))$/i;

function findLinks(text: string, extra: readonly string[]): ProfileData['links'] {
  const seen = new Map<string, ProfileData['links'][number]>();
  const withoutMails = text.replace(email, ' ');
  const written = [...withoutMails.matchAll(link)]
    .map((match) => match[0].replace(/^[^/]*(?=www\.)/i, ''))
    .filter((found) => !notHosts.test(found));
  for (const found of [...written, ...extra.filter((target) => /^https?:/i.test(target))]) {
    const made = toLink(found);
    // An annotation often repeats the text; the longer address wins, as wrapped lines cut the
    // other.
    if (made && !seen.has(linkKey(made.url))) seen.set(linkKey(made.url), made);
  }
  const all = [...seen.keys()];
  return [...seen]
    .filter(([id]) => !all.some((other) => other !== id && other.startsWith(`${id}/`) && !id.includes('/')))
    .map(([, made]) => made);
}

/** Lines of the page head, where a lone number is a phone. */
const headLines = 15;
const headOf = (text: string): number => {
  let end = 0;
  for (let count = 0; count < headLines && end >= 0; count += 1) end = text.indexOf('\n', end + 1);
  return end < 0 ? text.length : end;
};

/** Numbers in addresses of pages are no phones, except those of messengers. */
const withoutDigits = (url: string) => (/wa\.me|whatsapp|viber|t\.me\/\+/i.test(url) ? url : url.replace(/\d/g, '_'));

const groupsAlone = /^(?:\d{1,3}[-.\s])?\(?\d{3}\)?[-.\s]\d{3}[-.\s]\d{2}[-.\s]?\d{2}$/;

/** Only edges of a line, cell or piece surround the span, or a remark in brackets follows. */
const standsAlone = (text: string, { start, end }: { start: number; end: number }) =>
  /(?:^|[\n\t|•·;,/])\s*$/.test(text.slice(Math.max(0, start - 3), start)) && /^\s*(?:$|[\n\t|•·;,/(])/.test(text.slice(end, end + 3));

function findPhones(source: string, country: string | undefined): string[] {
  // Same-length signs keep the positions in the text.
  const text = source.replace(/[‐-―−]/g, '-').replace(link, withoutDigits);
  const head = headOf(text);
  const found = new Map<string, string>();
  const international = findPhoneNumbersInText(text, { defaultCountry: (country ?? 'US') as 'US', extended: false });
  for (const { number, startsAt, endsAt } of international) {
    const written = text.slice(startsAt, endsAt).trim();
    if (!dates.test(written)) found.set(number.number.replace(/\D/g, ''), written);
  }
  // Unassigned numbers (examples, fiction) are kept if they look like nothing else.
  for (const match of text.matchAll(phoneLike)) {
    const written = match[0].trim();
    const digits = written.replace(/\D/g, '');
    if (digits.length < 7 || digits.length > 15 || dates.test(written)) continue;
    const before = text.slice(Math.max(0, match.index - 24), match.index);
    const place = { start: match.index, end: match.index + match[0].length };
    const looksRight =
      /^(?:[+(]|00\s?[1-9])/.test(written) ||
      phoneLabel.test(before.trimEnd()) ||
      (place.start < head && digits.length >= 10 && digits.length <= 12 && standsAlone(text, place)) ||
      (groupsAlone.test(written) && (digits.length === 10 || standsAlone(text, place)));
    const known = [...found.keys()].some((other) => other.endsWith(digits.slice(-7)) || digits.includes(other));
    if (looksRight && !known) found.set(digits, written);
  }
  return [...found.values()];
}

const contact = (type: Contact['type'], value: string): Contact => ({ type, value, source: 'resume' });

/** A value with a label may be an address with or without a name in it. */
const usernameOf = (value: string): string | undefined => {
  const read = readTelegram(value.replace(/[.,;:!?]+$/, ''));
  return read && 'username' in read ? read.username : undefined;
};

const skypeOf = (value: string): string | undefined => (value.includes('/') ? undefined : skypeName.exec(value.replace(/[.,]+$/, ''))?.[1]);

/** "Acme @Berlin" and "GitHub: @name" are no accounts. */
function loneHandle(text: string): string | undefined {
  for (const { 0: written, 1: name, index } of text.slice(0, headOf(text)).matchAll(bareHandle))
    if (standsAlone(text, { start: index, end: index + written.length })) return name;
  return undefined;
}

/** "Telegram | LinkedIn": labels of links. */
const otherNetwork =
  /^(?:linkedin|github|gitlab|bitbucket|leetcode|whatsapp|instagram|facebook|email|e-mail|phone|viber|skype|discord|twitter|kaggle|habr|portfolio)$/i;

/** A labelled account, else the account of a link, else a lone name with @. */
function findTelegram(text: string, links: ProfileData['links']): string | undefined {
  const labelled = [...text.matchAll(telegramLabel)]
    .map(([, value = '']) => usernameOf(value))
    .filter((name) => name !== undefined && name.length > 4 && !otherNetwork.test(name));
  const linked = links.flatMap(({ url }) => (linkKey(url).startsWith('t.me/') ? (usernameOf(url) ?? []) : []));
  return labelled[0] ?? linked[0] ?? loneHandle(text);
}

/** `country` is for local phone numbers. */
export function findContacts({ text, links: targets }: { text: string; links: readonly string[] }, country?: string): FoundContacts {
  const mailTargets = targets.flatMap((target) => decode(/^mailto:([^?]{1,320})/i.exec(target)?.[1] ?? '').match(email) ?? []);
  const phoneTargets = targets.flatMap((target) => /^tel:(.+)/i.exec(target)?.[1] ?? []).map((phone) => decode(phone));
  const emails = new Set(
    [...text.replace(/[‐‑]/g, '-').matchAll(email)]
      .map((match) => match[0].toLowerCase())
      .concat(mailTargets.map((mail) => mail.toLowerCase())),
  );
  const phones = findPhones(text, country);
  const phonesOnlyInTargets = phoneTargets.filter((phone) => {
    const digits = phone.replace(/\D/g, '');
    return digits.length >= 7 && !phones.some((known) => known.replace(/\D/g, '').endsWith(digits.slice(-7)));
  });
  const links = findLinks(text, targets);
  const telegram = findTelegram(text, links);
  const skype = [...text.matchAll(skypeLabel)].map(([, value = '']) => skypeOf(value)).find(Boolean);
  return {
    contacts: [
      ...[...emails].map((value) => contact('email', value)),
      ...[...phones, ...phonesOnlyInTargets].map((value) => contact('phone', value)),
      ...(telegram ? [contact('telegram', `@${telegram}`)] : []),
      ...(skype ? [contact('skype', skype)] : []),
    ].slice(0, 40),
    links: links.slice(0, 40),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return text.trim();
  }
}
