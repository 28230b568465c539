import type { ProfileData } from '@headwater/contract/profile-data';
import { cleanValue } from '@headwater/domain/identity/bearing';
import { linkKey } from '@headwater/domain/identity/link';

/** Most names and nicks need no reading. */
const plain = /^[a-z0-9_]+$/;

/** Links of profiles are no longer. */
const longestAddress = 2000;

/**
 * SRCH-050: the key of a link or nick in the name field: the key of a link without parameters, a nick in lower case without @. The key of a Telegram
 * account is its name.
 */
export function handleKey(text: string): string {
  const value = cleanValue(text).slice(0, longestAddress);
  const lower = value.toLowerCase();
  if (plain.test(lower)) return lower.slice(0, 200);
  return linkKey(value)
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/^t\.me\//, '')
    .replace(/^@/, '')
    .slice(0, 200);
}

/** Keys of a profile's nick and links. Contacts are looked up in the database, which knows who may read them. */
export function handlesOf(data: Pick<ProfileData, 'nick' | 'links'>): string[] {
  const texts = [data.nick ?? '', ...data.links.map((link) => link.url)];
  return [...new Set(texts.map(handleKey))].filter((key) => key.length > 1);
}
