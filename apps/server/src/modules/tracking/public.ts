export { createLetterOffice } from './letter-office.ts';
export { mountTracking } from './mount-tracking.ts';
