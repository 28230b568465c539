import { companyExportFailures } from '@headwater/domain/companies/company-exports';
import { z } from 'zod';
import { fileAnswer } from './export-file.ts';
import { route } from './route.ts';
import { id, moment } from './validation.ts';

const path = '/api/v6/company/exports/';
/** Neither programs nor staff who act as an administrator get a whole company. */
const guarded = { access: 'company_export', personal: true } as const;

const view = z.object({
  id: z.number(),
  /** `expired`: the file was deleted. */
  state: z.enum(['running', 'done', 'failed', 'expired']),
  failure: z.enum(companyExportFailures).nullable(),
  created_at: moment,
  created_by: z.string().nullable(),
  finished_at: moment.nullable(),
  expires_at: moment.nullable(),
  bytes: z.number().nullable(),
  rows: z.number().int().nullable(),
  files: z.number().int().nullable(),
});
export type CompanyExportView = z.infer<typeof view>;

const list = z.object({ exports: z.array(view) });

/** OPS-006 */
export const companyExports = {
  list: route({ method: 'GET', path, summary: 'Exports of the whole company, newest first', ...guarded }).output(list),
  start: route({
    method: 'POST',
    path,
    summary: 'Start an export of the whole company: people, vacancies, messages and files; its file is kept for three days',
    errors: ['company_export_runs'],
    ...guarded,
  }).output(list),
  file: route({
    method: 'GET',
    path: `${path}{id}/file/`,
    summary: 'The archive of a finished export, a ZIP with NDJSON, schemas and files',
    exports: 'company',
    outputStructure: 'detailed',
    targets: { id: 'company_export' },
    ...guarded,
  })
    .input(z.object({ id }))
    .output(fileAnswer),
};
