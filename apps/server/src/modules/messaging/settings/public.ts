export { type CompanyMessaging, defaultAccess, findCompanyMessaging } from './store.ts';
