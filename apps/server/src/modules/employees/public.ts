export { companyInReach } from './reach.ts';
export { checkSeats } from './rules.ts';
