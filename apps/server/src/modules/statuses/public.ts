export { holdStatus, listStatuses, type StatusRow } from './store.ts';
