import {
  cellProblems,
  columnMeanings,
  duplicatePolicies,
  leftOutReasons,
  tableBounds,
  tableDelimiters,
  tableEncodings,
  tableKinds,
  tablePresets,
} from '@headwater/domain/profiles/table-import';
import { maxTagLength, maxTags } from '@headwater/domain/profiles/tags';
import { z } from 'zod';
import { fileAnswer } from './export-file.ts';
import { jobView } from './jobs.ts';
import { route, uploadBytes } from './route.ts';
import { id, moment, name } from './validation.ts';

const count = z.number().int();
const meaning = z.enum(columnMeanings);

const format = {
  sheet: z.string().max(255).optional(),
  encoding: z.enum(tableEncodings).optional(),
  delimiter: z.enum(tableDelimiters).optional(),
};
const columns = z.array(meaning).max(tableBounds.columns);
const headerLine = count.min(0).max(tableBounds.rows);

const person = z.object({
  name: z.string(),
  position: z.string(),
  place: z.string(),
  contacts: z.array(z.string()),
  skills: z.array(z.string()),
  tags: z.array(z.string()),
  note: z.string(),
  status: z.string(),
  vacancy: z.string(),
});

const preview = z.object({
  table: z.enum(tableKinds),
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  encoding: z.enum(tableEncodings).nullable(),
  delimiter: z.enum(tableDelimiters).nullable(),
  header: z.array(z.string()),
  /** 0: the table has no header. */
  header_line: count,
  columns: z.array(meaning),
  /** IMP-005 */
  preset: z.enum(tablePresets).nullable(),
  /** IMP-004: the columns are those of an earlier import with this header. */
  is_remembered: z.boolean(),
  is_usable: z.boolean(),
  /** IMP-003 */
  rows: z
    .array(
      z.object({
        line: count,
        cells: z.array(z.string()),
        left_out: z.enum(leftOutReasons).nullable(),
        problems: z.array(z.object({ column: count, problem: z.enum(cellProblems) })),
        person: person.nullable(),
      }),
    )
    .max(tableBounds.preview),
  count,
  /** False: `count` is an estimate. */
  is_counted: z.boolean(),
  statuses: z.array(z.string()),
  vacancies: z.array(z.string()),
});
export type TableImportPreview = z.infer<typeof preview>;

const view = z.object({
  id: z.number(),
  file_name: z.string(),
  size: count,
  done: count,
  created: count,
  changed: count,
  known: count,
  erased: count,
  left_out: count,
  job: jobView.nullable(),
  created_at: moment,
});
export type TableImportView = z.infer<typeof view>;

const path = '/api/v6/table_imports/';
const access = 'search';
const target = { targets: { id: 'table_import' } } as const;

export const tableImports = {
  list: route({ method: 'GET', path, summary: 'Own imports of tables, newest first', access }).output(z.object({ imports: z.array(view) })),
  create: route({
    method: 'POST',
    path,
    summary: 'Announce a table of people (CSV, TSV, XLSX, ODS, vCard, or a ZIP of a table and resumes), which is uploaded in pieces',
    access,
    example: { file_name: 'people.csv', size: 100 },
  })
    .input(z.object({ file_name: name(255), size: count.min(1) }))
    .output(z.object({ id: z.number(), piece_bytes: count })),
  piece: route({
    method: 'POST',
    path: `${path}{id}/pieces/`,
    summary: 'Upload one piece of the table, counted from 0; the same piece again replaces it',
    access,
    ...target,
    upload: uploadBytes,
    example: { number: 0 },
  })
    .input(z.object({ id, number: z.coerce.number().int().min(0).max(100), file: z.file() }))
    .output(z.object({ received: count })),
  preview: route({
    method: 'POST',
    path: `${path}{id}/preview/`,
    summary: 'How the table would be imported: its columns and the first rows as profiles; nothing is written',
    access,
    ...target,
  })
    .input(z.object({ id, ...format, columns: columns.optional(), header_line: headerLine.optional() }))
    .output(preview),
  start: route({
    method: 'POST',
    path: `${path}{id}/start/`,
    summary: 'Import the people of the table; a small table is done with the answer, a large one becomes a job',
    access,
    ...target,
    example: { columns: ['full_name', 'email'], header_line: 1 },
  })
    .input(
      z.object({
        id,
        ...format,
        columns,
        header_line: headerLine,
        /** IMP-008 */
        duplicates: z.enum(duplicatePolicies).default('skip'),
        /** IMP-009 */
        folder_id: id.optional(),
        status: id.optional(),
        /** Statuses of the file with those of the company. */
        statuses: z
          .array(z.object({ value: z.string().max(255), status: id }))
          .max(100)
          .default([]),
        tags: z.array(name(maxTagLength)).max(maxTags).default([]),
      }),
    )
    .output(view),
  get: route({ method: 'GET', path: `${path}{id}/`, summary: 'State and counts of an import', access, ...target })
    .input(z.object({ id }))
    .output(view),
  leftOut: route({
    method: 'GET',
    path: `${path}{id}/left_out/`,
    summary: 'The rows that were left out with their reasons (CSV); corrected, they can be imported again',
    access,
    ...target,
    outputStructure: 'detailed',
  })
    .input(z.object({ id }))
    .output(fileAnswer),
};
