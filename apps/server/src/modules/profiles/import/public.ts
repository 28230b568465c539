export { type ImportCommand, runImport } from './run-import.ts';
export type { SourceRecord } from './record.ts';
export { type Counts, type Target, writeRecords } from './write-records.ts';
