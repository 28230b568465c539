export { requireDomain } from './actions/invite-domains.ts';
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
} from './store/companies.ts';
export { firstCompany } from './actions/standard-features.ts';
export type { CompanyFeatures, CompanyTables } from './tables.ts';
export { companyView, licenseOf, mayIntegrate, mayWork } from './present.ts';
export { isLicensed } from './actions/is-licensed.ts';
export { demoEndHandler } from './actions/demo-end.ts';
export { resealCompanyTokens } from './actions/company-tokens.ts';
export { findCredits, returnCredit, takeCredit } from './store/credits.ts';
export { currentQuota } from './store/quotas.ts';
