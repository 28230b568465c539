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
