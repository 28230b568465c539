import { type AtsImportName, atsImportNames } from '@headwater/domain/ats/imports';
import { z } from 'zod';
import { jobStatuses } from './jobs.ts';
import { route } from './route.ts';
import { flag, moment, optionalText } from './validation.ts';

const name = z.enum(atsImportNames as [AtsImportName, ...AtsImportName[]]);

const count = z.number().int();
const atsImport = z.object({
  name,
  /** Null: never started. */
  job: z
    .object({
      id: z.number(),
      status: z.enum(jobStatuses),
      done: count,
      /** Null while the system has not said it. */
      total: count.nullable(),
      /** The job waits for a pause that the system asked for, or for another connect. */
      start_date: moment,
      finish_date: moment.nullable(),
      error: z.string().nullable(),
    })
    .nullable(),
  /** Reason of the system for lost access. Another start continues the import. */
  failure: z.string().nullable(),
  created: count,
  changed: count,
  known: count,
  /** Erased people are not imported again. */
  erased: count,
  left_out: count,
  resumes: count,
  /** At most 100 people, by their ids in the system. */
  left_out_people: z.array(z.object({ id: z.string(), reason: z.string() })),
});
export type AtsImportState = z.infer<typeof atsImport>;

const secret = optionalText(4000).default('');
const text = optionalText(255).default('');
const importBody = z.object({
  email: text,
  access_token: secret,
  client_id: text,
  client_secret: secret,
  api_key: secret,
  connection_link: secret,
  huntflow_premier: flag.default(false),
  huntflow_api_url: text,
});
export type AtsImportInput = z.infer<typeof importBody>;

const errors = ['ats_not_available', 'ats_import_running', 'ats_failed', 'ats_limit'] as const;
const start = { method: 'POST', access: 'integrations', errors } as const;

export const atsImports = {
  list: route({
    method: 'GET',
    path: '/api/v6/ats/imports/',
    summary: 'Imports of people from applicant-tracking systems, with progress and result',
    access: 'integrations',
  }).output(z.object({ imports: z.array(atsImport) })),
  greenhouse_import: route({
    ...start,
    path: '/api/v6/greenhouse_import/auth/',
    summary: 'Connect Greenhouse and import its people, or continue an import that lost access',
    example: { email: 'nobody@example.test' },
  })
    .input(importBody.pick({ email: true, access_token: true, client_id: true, client_secret: true }))
    .output(atsImport),
  smartrecruiters_import: route({
    ...start,
    path: '/api/smartrecruiters/import_candidates/',
    summary: 'Import the people of SmartRecruiters, or continue an import that lost access',
    example: { api_key: 'key' },
  })
    .input(importBody.pick({ api_key: true }))
    .output(atsImport),
  huntflow_import: route({
    ...start,
    path: '/api/huntflow/import_candidates/',
    summary: 'Import the people of Huntflow, or continue an import that lost access',
    example: { connection_link: 'link' },
  })
    .input(importBody.pick({ connection_link: true, huntflow_premier: true, huntflow_api_url: true }))
    .output(atsImport),
};
