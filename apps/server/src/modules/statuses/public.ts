export { findReasons, listReasons } from './reasons-store.ts';
export { shareLockStatus, listStatuses } from './store.ts';
export type { StatusTables } from './tables.ts';
