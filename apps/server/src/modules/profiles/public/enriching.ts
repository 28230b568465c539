export { readContact, separateValues } from '../read-contact.ts';
export { addEnrichedContacts, ownersOfContacts, removeEnrichedContacts } from '../store/enriched-contacts.ts';
export { withoutErasedContacts } from '../erased-people.ts';
