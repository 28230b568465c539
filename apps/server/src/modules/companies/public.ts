export {
  type Company,
  type CompanyFeatures,
  findCompaniesByName,
  findCompany,
  insertCompany,
  isSingleCompany,
  type NewCompany,
} from './store.ts';
export { companyView, licenseOf } from './present.ts';
export { findCredits, returnCredit, takeCredit } from './credit-store.ts';
