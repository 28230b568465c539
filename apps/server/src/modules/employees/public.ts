export { companyInReach } from './reach.ts';
export type { EmployeeFacts } from './present.ts';
export { checkSeats, requireDomain } from './rules.ts';
