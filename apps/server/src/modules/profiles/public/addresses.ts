export {
  addressesOf,
  hasOpenedAddress,
  isOfCommonBase,
  isOpenedAddress,
  type KnownAddress,
  mayReadUsername,
  partsWithAddresses,
  profilesByUsername,
  stillOpen,
  usernamesOf,
} from '../store/addresses.ts';
export { openly, type ShownAddress, shownAddresses } from '../actions/shown-addresses.ts';
export { forgetBounces, recordAddressCheck } from '../store/contact-checks.ts';
