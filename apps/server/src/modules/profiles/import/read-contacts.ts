import type { Contact } from '@headwater/contract/profile-data';
import { readContact, separateValues } from '../read-contact.ts';

export interface ReadContacts {
  contacts: Contact[];
  /** Placeholders in contact fields. */
  unread: Contact[];
}

export function readContacts(contacts: readonly Contact[], country?: string | null): ReadContacts {
  const read: ReadContacts = { contacts: [], unread: [] };
  const known = new Set<string>();
  for (const contact of contacts) {
    for (const value of separateValues(contact, country ?? undefined)) {
      const one = readContact({ ...contact, value }, country ?? undefined);
      if (!one) read.unread.push({ ...contact, value });
      else if (!known.has(`${one.type} ${one.normalized}`)) {
        const { normalized, ...kept } = one;
        known.add(`${kept.type} ${normalized}`);
        read.contacts.push({ ...contact, ...kept });
      }
    }
  }
  return read;
}
