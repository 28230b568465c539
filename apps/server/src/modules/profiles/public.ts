export { findProfileCards, fullName, type ProfileCard } from './cards.ts';
export { findProfile, listContacts, profilesByContact, visibleProfileIds } from './store/read.ts';
export type { StoredProfile } from './tables.ts';
