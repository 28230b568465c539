import type { ProfileData } from '@headwater/contract/profile-data';

/** Nothing to take off: most addresses and numbers. */
const plain = /^[a-z0-9](?:[a-z0-9_.+-]*@[a-z0-9.-]+|[a-z0-9_]*)$/;

/** Links of profiles are no longer. */
const longestAddress = 2000;

/**
 * SRCH-050: what the name field looks up as a whole: an address, a telegram name, a link, a nick. One spelling for each:
 * lower case, no protocol, no www, no @ in front, no slash behind; the name on a messenger or social site also by itself.
 */
export function handleKey(text: string): string {
  const lower = text.trim().slice(0, longestAddress).toLowerCase();
  if (plain.test(lower)) return lower.slice(0, 200);
  return lower
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/^(?:t\.me|telegram\.me)\//, '')
    .replace(/^@/, '')
    .slice(0, 200);
}

/** Every key under which a profile is found. */
export function handlesOf(data: Pick<ProfileData, 'nick' | 'links'>, contacts: readonly { type: string; normalized: string }[]): string[] {
  const texts = [data.nick ?? '', ...data.links.map((link) => link.url), ...contacts.map((contact) => contact.normalized)];
  return [...new Set(texts.map(handleKey))].filter((key) => key.length > 1);
}
