export { maskContact } from '../mask-contact.ts';
export { type ReadableContact, readableContacts } from '../store/closed-contacts.ts';
export { guessContacts } from '../actions/guess-contacts.ts';
export { profilesByContact } from '../store/read.ts';
export type { ContactKey } from '../store/enriched-contacts.ts';
export { hasOpenedContacts } from '../store/addresses.ts';
export {
  closedContacts,
  contactQuota,
  contactValuesOf,
  openClosedContacts,
  openContactsOf,
  requireOpenings,
  viewContacts,
  withContacts,
} from '../actions/contacts.ts';
export { contactsOfMany, type ListedContact } from '../actions/contacts-of-many.ts';
export { matchedByContacts } from '../store/matches.ts';
