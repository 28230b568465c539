export { findProfileCards, fullName, type ProfileCard } from './cards.ts';
export { findProfile, findListed, type ProfileRow, profilesByContact, visibleProfileIds } from './store/read.ts';
export { addressesOf, hasOpenedContacts, isOfCommonBase, isOpenedAddress } from './store/addresses.ts';
export { openly, type ShownAddress, shownAddresses } from './actions/shown-addresses.ts';
export type { ProfileTables, StoredProfile } from './tables.ts';
export { type IsCandidateFor, requireProfile } from './actions/open-profile.ts';
export { contactQuota, contactsAreOpen, contactValuesOf, openContactsOf, viewContacts, withContacts } from './actions/contacts.ts';
export { dropForeignChanges, forgetChanges } from './store/changes.ts';
