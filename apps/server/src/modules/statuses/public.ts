export { holdStatus, listStatuses, type StatusRow } from './store.ts';
export type { StatusTables } from './tables.ts';
