export { type CompanyMessaging, findCompanyMessaging } from './store.ts';
