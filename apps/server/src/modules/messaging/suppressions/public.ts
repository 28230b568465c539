export { mountUnsubscribe } from './mount-unsubscribe.ts';
export { type Registry, createRegistry, keyOfProfile, suppressionPurpose } from './registry.ts';
export {
  addressesOfPerson,
  countedRefusal,
  forgetAddresses,
  type Refusal,
  suppressedKeys,
  suppressedPeople,
  unsubscribedBy,
} from './store.ts';
export { writeToken } from './unsubscribe-token.ts';
export { optOut } from './opt-out.ts';
export { createRefusedWhileClosed } from './refused-while-closed.ts';
export { suppressAddresses } from './suppress-addresses.ts';
export { suppressionsMergeStep } from './merging.ts';
