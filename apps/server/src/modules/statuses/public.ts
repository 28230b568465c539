export { holdStatus, listStatuses } from './store.ts';
export type { StatusTables } from './tables.ts';
