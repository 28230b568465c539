export { type Company, type CompanyFeatures, findCompany, insertCompany, type NewCompany } from './store.ts';
export { companyView, licenseOf } from './present.ts';
