export { createLetterOffice } from './letter-office.ts';
export { mountTracking } from './mount-tracking.ts';
export { countMachineOpens } from './store.ts';
