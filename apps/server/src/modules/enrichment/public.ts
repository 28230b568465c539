export { createCsvReader } from './csv/csv-reader.ts';
export { enrichJob } from './job.ts';
export { enrichmentQuota } from './quota.ts';
export { forgetEnrichedRows } from './store/forget-rows.ts';
