export { type AddressTries, createAddressTries } from './address-tries.ts';
export { companyInReach } from './find-in-reach.ts';
export { deleteGroup, departmentNamed, insertPart, renameGroup } from './part-store.ts';
export { checkLastAdmin, checkSeats } from './check-seats.ts';
export { lockEmployee } from './store.ts';
