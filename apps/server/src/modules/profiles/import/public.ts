export { type ImportCommand, runImport } from './run-import.ts';
export type { SourceRecord } from './check-record.ts';
export { type Counts, type Target, writeRecords } from './write-records.ts';
export { createPersonReader } from './person-reader.ts';
