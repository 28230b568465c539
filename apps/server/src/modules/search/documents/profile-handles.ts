import type { ProfileData } from '@headwater/contract/profile-data';
import { cleanValue } from '@headwater/domain/identity/bearing';
import { linkKey } from '@headwater/domain/identity/link';

const plain = /^[a-z0-9_]+$/;

const longestAddress = 2000;

/**
 * SRCH-050: key of a link without parameters, or of a nick. Telegram links become account names.
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

/** Excludes contacts: the database checks their visibility. */
export function handlesOf(data: Pick<ProfileData, 'nick' | 'links'>): string[] {
  const texts = [data.nick ?? '', ...data.links.map((link) => link.url)];
  return [...new Set(texts.map(handleKey))].filter((key) => key.length > 1);
}
