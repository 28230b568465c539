export { erasurePurpose, knownBy } from '../erased-people.ts';
export { eraseProfile, findIdentity, insertFingerprints, namesOfNobodyElse } from '../store/erased.ts';
export { forgetCompanyView } from '../store/merging.ts';
