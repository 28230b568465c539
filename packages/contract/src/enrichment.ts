import {
  columnTypes,
  csvDelimiters,
  csvEncodings,
  csvFaults,
  enrichmentBounds,
  enrichmentStates,
} from '@headwater/domain/profiles/enrichment';
import { z } from 'zod';
import { fileAnswer } from './export-file.ts';
import { route, uploadBytes } from './route.ts';
import { id, moment, name, optionalText, paging, pages } from './validation.ts';

const count = z.number().int();

/** ENR-003, ENR-006 */
const request = z.object({
  id: z.number(),
  name: z.string(),
  file_name: z.string(),
  state: z.enum(enrichmentStates),
  column_count: count,
  columns: z.array(z.enum(columnTypes)),
  rows: count,
  done: count,
  found: count,
  ambiguous: count,
  errors: count,
  added: count,
  problem: z.string().nullable(),
  is_cancelled: z.boolean(),
  is_undone: z.boolean(),
  job_id: z.number().nullable(),
  cancellable: z.boolean(),
  undoable: z.boolean(),
  created_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  created_at: moment,
  finished_at: moment.nullable(),
  files_until: moment.nullable(),
});
export type EnrichmentRequest = z.infer<typeof request>;

const format = { encoding: z.enum(csvEncodings).optional(), delimiter: z.enum(csvDelimiters).optional() };

const preview = z.object({
  encoding: z.enum(csvEncodings),
  delimiter: z.enum(csvDelimiters),
  rows: count,
  columns: z.array(z.enum(columnTypes)),
  /** ENR-005 */
  lines: z.array(z.array(z.string())).max(enrichmentBounds.preview),
  /** ENR-012 */
  fault: z.object({ line: count, reason: z.enum(csvFaults) }).nullable(),
});
export type EnrichmentPreview = z.infer<typeof preview>;

const requests = '/api/v6/enrichment_requests/';
const access = 'data_enrichment';

const download = (file: 'results' | 'errors', summary: string) =>
  route({
    method: 'GET',
    path: `/api/v6/enrichment/{id}/${file}/`,
    summary,
    access,
    targets: { id: 'enrichment' },
    exports: 'enrichment',
    outputStructure: 'detailed',
  })
    .input(z.object({ id }))
    .output(fileAnswer);

export const enrichment = {
  list: route({ method: 'GET', path: requests, summary: 'Enrichment requests of the company, newest first', access })
    .input(z.object({ ...paging, query: optionalText(255).default(''), state: z.enum(enrichmentStates).optional() }))
    .output(z.object({ requests: z.array(request), count, pages })),
  preview: route({
    method: 'POST',
    path: `${requests}preview/`,
    summary: 'How a CSV file would be read: encoding, delimiter, types of its columns and its first lines',
    access,
    upload: uploadBytes,
  })
    .input(z.object({ file: z.file(), ...format }))
    .output(preview),
  create: route({
    method: 'POST',
    path: requests,
    summary: 'Add contacts from a CSV file to the profiles that its rows name; a row counts against the quota of the month',
    access,
    upload: uploadBytes,
    example: { columns: 'email,ignore' },
    errors: ['enrichment_quota'],
  })
    .input(
      z.object({
        file: z.file(),
        name: name(255).optional(),
        /** One type per column; further columns are ignored. */
        columns: z.preprocess(
          (value) => (typeof value === 'string' ? value.split(',') : value),
          z.array(z.enum(columnTypes)).min(1).max(enrichmentBounds.columns),
        ),
        ...format,
      }),
    )
    .output(request),
  results: download('results', 'The rows as they were with what became of each (CSV)'),
  errors: download('errors', 'The rows that could not be read, and why (CSV)'),
};
