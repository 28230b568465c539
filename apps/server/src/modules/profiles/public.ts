export { findProfileCards, type ProfileCard } from './cards.ts';
export { fullName } from './full-name.ts';
export { maskContact } from './mask-contact.ts';
export { type ReadableContact, readableContacts } from './store/closed-contacts.ts';
export { cityName, countryName } from './places.ts';
export { readContact, separateValues } from './read-contact.ts';
export { phoneDigits } from './import/normalize-contact.ts';
export { guessContacts } from './actions/guess-contacts.ts';
export { deleteGuessesHandler, refreshKeysHandler } from './refresh-keys.ts';
export {
  contactTypesOf,
  countAtOnce,
  countReadAtOnce,
  findProfile,
  findListed,
  findWhole,
  type ProfileRow,
  profilesByContact,
  storedSize,
  visibleProfileIds,
} from './store/read.ts';
export { addEnrichedContacts, type ContactKey, ownersOfContacts, removeEnrichedContacts } from './store/enriched-contacts.ts';
export {
  addressesOf,
  hasOpenedAddress,
  hasOpenedContacts,
  isOfCommonBase,
  isOpenedAddress,
  type KnownAddress,
  mayReadUsername,
  partsWithAddresses,
  profilesByUsername,
  stillOpen,
  usernamesOf,
} from './store/addresses.ts';
export { openly, type ShownAddress, shownAddresses } from './actions/shown-addresses.ts';
export type { FragmentData, ProfileTables, SeenProfilesView, StoredProfile } from './tables.ts';
export { type IsCandidateFor, isDayUsedUp, openProfile, requireProfile, requireVisibleProfile } from './actions/open-profile.ts';
export {
  closedContacts,
  contactQuota,
  contactsAreOpen,
  contactValuesOf,
  openClosedContacts,
  openContactsOf,
  requireOpenings,
  viewContacts,
  withContacts,
} from './actions/contacts.ts';
export { forgetBounces, recordAddressCheck } from './store/contact-checks.ts';
export { createMailDomains } from './mail-domains.ts';
export { withoutBannedLinksOf } from './actions/banned-links.ts';
export type { CreationServices } from './actions/read-upload.ts';
export { findBase } from './store/fragments.ts';
export { contactsOfMany, type ListedContact } from './actions/contacts-of-many.ts';
export { isAgeProtected, presentProfile } from './present.ts';
export { requirePersonalInfo } from './require-personal-info.ts';
export { dropForeignChanges, forgetChanges } from './store/changes.ts';
export { changeUnlessErased, knownBy, withoutErasedContacts } from './erased-people.ts';
export { eraseProfile, findIdentity, insertFingerprints, namesOfNobodyElse } from './store/erased.ts';
export { defineMergeStep, type MergePair, type MergeStep } from './merging.ts';
export { forgetCompanyView, hideProfile, partsOf, survivorOf, viewsMergeStep } from './store/merging.ts';
export { announceProfiles } from './store/changes.ts';
export { saveMergedValues, takeMergedValuesBack } from './actions/merge-fragments.ts';
export { matchedByContacts } from './store/matches.ts';
