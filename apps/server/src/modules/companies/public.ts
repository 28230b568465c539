export { requireDomain } from './invite-domains.ts';
export { refuseChanged } from './actions/changed-meanwhile.ts';
export { requireManaged } from './actions/save-company.ts';
export {
  type Company,
  deleteEmptyExtensions,
  findCompaniesByName,
  findCompany,
  lockActiveCompany,
  insertCompany,
  isSingleCompany,
  type NewCompany,
} from './store.ts';
export { firstCompany } from './standard-features.ts';
export type { CompanyFeatures, CompanyTables } from './tables.ts';
export { companyView, licenseOf, mayWork } from './present.ts';
export { isLicensed } from './is-licensed.ts';
export { demoEndHandler } from './demo-end.ts';
export { resealCompanyTokens } from './company-tokens.ts';
export { findCredits, returnCredit, takeCredit } from './credit-store.ts';
export { currentQuota } from './quota-store.ts';
