import type { Contact } from '@headwater/contract/profile-data';
import { cleanValue } from '@headwater/domain/identity/bearing';
import { type NormalizedContact, normalizeContact } from './import/normalize-contact.ts';
import { isContact } from './mask-contact.ts';

/** Longer ones are no contact (CONT-013); the column holds so much. */
const maxLength = 255;

/**
 * A text as a contact of that type; undefined for what cannot be one.
 * @param country ISO code, in which a phone without a country code is read
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

/** The values of a field, which may hold several: "+7 912 345-67-89, +7 495 123-45-67". A part that is no contact leaves a readable text whole. */
export function separateValues(contact: Pick<Contact, 'type' | 'value' | 'source'>, country?: string): string[] {
  const isReadable = (value: string) => readContact({ ...contact, value }, country) !== undefined;
  const parts = contact.value
    .split(separators[contact.type] ?? /[;|\n]+/)
    .map((part) => part.trim())
    .filter(Boolean);
  // A telephone reads as the first of several.
  const isWhole = isReadable(contact.value) && !(contact.type === 'phone' && parts.length > 1 && parts.every(isReadable));
  return isWhole ? [contact.value] : parts;
}
