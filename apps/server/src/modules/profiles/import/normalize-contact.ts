import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Contact } from '@headwater/contract/profile-data';
import { cleanValue } from '@headwater/domain/identity/bearing';
import { mailboxKey, readEmail } from '@headwater/domain/identity/email';
import { linkKey } from '@headwater/domain/identity/link';
import { telegramKey } from '@headwater/domain/identity/telegram';

export interface NormalizedContact extends Contact {
  /** Equal for equal contacts; see profile_contacts.normalized. */
  normalized: string;
}

/** Russia for a trunk 8 with eleven digits, else the given country. */
function homeOf(digits: string, country: string | null | undefined): CountryCode | undefined {
  if (/^8\d{10}$/.test(digits)) return 'RU';
  return (country ?? undefined) as CountryCode | undefined;
}

/** E.164 digits without the plus if the number is readable, else its digits. */
export function phoneDigits(value: string, country?: string | null): string {
  const digits = value.replace(/\D/g, '');
  const home = homeOf(digits, country);
  const parsed = parsePhoneNumberFromString(value, home === undefined ? {} : { defaultCountry: home });
  return parsed?.isPossible() ? parsed.number.slice(1) : digits;
}

function keyOf(contact: Contact, country?: string | null): string {
  const value = cleanValue(contact.value);
  switch (contact.type) {
    case 'phone':
      return phoneDigits(value, country);
    case 'telegram':
      // CONT-003: a number may also identify an account.
      if (value.startsWith('+')) return `+${phoneDigits(value, country)}`;
      return telegramKey(value) ?? value.toLowerCase();
    case 'email':
      return mailboxKey(value);
    case 'link':
      return linkKey(value);
    case 'icq':
      return value.replace(/\D/g, '');
    default:
      return value.toLowerCase();
  }
}

/**
 * `country` (ISO code) is for phones without a country code. Undefined for an empty result, such as
 * a phone without a digit.
 */
export function normalizeContact(contact: Contact, country?: string | null): NormalizedContact | undefined {
  const normalized = keyOf(contact, country).slice(0, 255);
  if (normalized === '') return undefined;
  const value = cleanValue(contact.value);
  return { ...contact, value: contact.type === 'email' ? (readEmail(value)?.address ?? value) : value, normalized };
}
