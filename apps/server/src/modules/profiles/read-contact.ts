import type { Contact } from '@headwater/contract/profile-data';
import { cleanValue } from '@headwater/domain/identity/bearing';
import { type NormalizedContact, normalizeContact } from './import/normalize-contact.ts';
import { isContact } from './mask-contact.ts';

/** Limit of a contact (CONT-013) and of its column. */
const maxLength = 255;

/**
 * Undefined if the text cannot be a contact of that type.
 * @param country ISO code for a phone without a country code
 */
export function readContact(contact: Pick<Contact, 'type' | 'value' | 'source'>, country?: string): NormalizedContact | undefined {
  const value = cleanValue(contact.value);
  if (value.length > maxLength || !isContact(contact.type, value)) return undefined;
  return normalizeContact({ ...contact, value }, country);
}

const separators: Partial<Record<Contact['type'], RegExp>> = {
  email: /[;,|\n\t]+|\s+(?=\S+@)/,
  phone: /[;,|\n\t]+|\s*\/\s*(?=[+\d(])|\s+(?=\+\d)|\s+(?:и|или|and|or)\s+/i,
};

/** "+7 912 345-67-89, +7 495 123-45-67". A readable text stays whole if a part is no contact. */
export function separateValues(contact: Pick<Contact, 'type' | 'value' | 'source'>, country?: string): string[] {
  const isReadable = (value: string) => readContact({ ...contact, value }, country) !== undefined;
  const parts = contact.value
    .split(separators[contact.type] ?? /[;|\n]+/)
    .map((part) => part.trim())
    .filter(Boolean);
  // A phone parser reads only the first of several numbers.
  const isWhole = isReadable(contact.value) && !(contact.type === 'phone' && parts.length > 1 && parts.every(isReadable));
  return isWhole ? [contact.value] : parts;
}
