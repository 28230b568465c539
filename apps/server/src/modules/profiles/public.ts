export { findProfileCards, fullName, type ProfileCard } from './cards.ts';
export { findProfile, profilesByContact, visibleProfileIds } from './store/read.ts';
export type { StoredProfile } from './tables.ts';
export { type IsCandidateFor, requireProfile } from './actions/open-profile.ts';
export { contactsAreOpen, viewContacts } from './actions/contacts.ts';
