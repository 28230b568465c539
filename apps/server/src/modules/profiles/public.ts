export { findProfileCards, fullName, type ProfileCard } from './cards.ts';
export { findProfile, findListed, type ProfileRow, profilesByContact, visibleProfileIds } from './store/read.ts';
export { addressesOf, isClosedAddress } from './store/addresses.ts';
export { type ShownAddresses, shownAddresses } from './actions/shown-addresses.ts';
export type { StoredProfile } from './tables.ts';
export { type IsCandidateFor, requireProfile } from './actions/open-profile.ts';
export { contactQuota, contactsAreOpen, contactValuesOf, openContacts, viewContacts } from './actions/contacts.ts';
