import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Contact } from '@headwater/contract/profile-data';
import { decodedLink } from '@headwater/domain/profiles/decoded-link';

export interface NormalizedContact extends Contact {
  /** What equal contacts share; see profile_contacts.normalized. */
  normalized: string;
}

const telegramName = /^(?:https?:\/\/)?(?:www\.)?(?:t\.me|telegram\.me)\/(?:@)?([^/?#]+).*$/i;

/** The country that a number without a country code is read in: a Russian trunk 8 and eleven digits, else the given one. */
function homeOf(digits: string, country: string | null | undefined): CountryCode | undefined {
  if (/^8\d{10}$/.test(digits)) return 'RU';
  return (country ?? undefined) as CountryCode | undefined;
}

/** E.164 digits without the plus where the number can be read, else its bare digits. */
export function phoneDigits(value: string, country?: string | null): string {
  const digits = value.replace(/\D/g, '');
  const home = homeOf(digits, country);
  const parsed = parsePhoneNumberFromString(value, home === undefined ? {} : { defaultCountry: home });
  return parsed?.isPossible() ? parsed.number.slice(1) : digits;
}

/** Host in lower case without www, no protocol, no trailing slash; letters as they are written. */
export function spelledLinkKey(url: string): string {
  const bare = url
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/\/+$/, '');
  const slash = bare.search(/[/?#]/);
  return slash < 0 ? bare.toLowerCase() : bare.slice(0, slash).toLowerCase() + bare.slice(slash);
}

/** The same for every spelling of an address, with its letters encoded or not. */
export const linkKey = (url: string): string => spelledLinkKey(decodedLink(url));

function keyOf(contact: Contact, country?: string | null): string {
  const value = contact.value.trim();
  switch (contact.type) {
    case 'phone':
      return phoneDigits(value, country);
    case 'telegram':
      // CONT-003: an account may also be known by a number; names are compared without case and without @.
      if (value.startsWith('+')) return `+${phoneDigits(value, country)}`;
      return value.replace(telegramName, '$1').replace(/^@/, '').toLowerCase();
    case 'link':
      return linkKey(value);
    case 'icq':
      return value.replace(/\D/g, '');
    default:
      return value.toLowerCase();
  }
}

/**
 * The contact as stored. `country` (ISO code) helps to read a phone without a country code.
 * Undefined where nothing is left of the value, for example a phone without a digit.
 */
export function normalizeContact(contact: Contact, country?: string | null): NormalizedContact | undefined {
  const normalized = keyOf(contact, country).slice(0, 255);
  return normalized === '' ? undefined : { ...contact, value: contact.value.trim(), normalized };
}
