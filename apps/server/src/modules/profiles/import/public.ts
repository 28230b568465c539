export { runImport } from './run-import.ts';
export type { SourceRecord } from './check-record.ts';
export { writeRecords } from './write-records.ts';
export { createPersonReader } from './person-reader.ts';
export { checkRecord } from './check-record.ts';
export { openRowReader, createTablePreviewer, type RowReader, type TablePreviewer } from './table/table-reader.ts';
export { identifiesPerson } from './table/row-person.ts';
export type { TablePreview, TableRow } from './table/table-questions.ts';
export { undoPeople, writePeople, type WrittenPerson } from './table/write-people.ts';
