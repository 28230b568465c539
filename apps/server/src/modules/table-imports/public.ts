export { forgetImportedRows } from './store/forget-rows.ts';
