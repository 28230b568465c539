import { exportColumns, exportDelimiters, exportEncodings, profileColumns } from '@headwater/domain/vacancies/export-format';
import { rankings } from '@headwater/domain/query/rankings';
import { z } from 'zod';
import { maxBulk, messagingFilters } from './candidates.ts';
import { fileAnswer } from './export-file.ts';
import { route } from './route.ts';
import { flag, id, idList, optionalText } from './validation.ts';

/** Empty `candidate_ids`: all candidates that match the filters. */
const chosen = {
  candidate_ids: z.array(id).max(maxBulk).default([]),
  status: idList.optional(),
  query: optionalText(255).optional(),
  messaging_status: z.array(z.enum(messagingFilters)).max(messagingFilters.length).optional(),
  mailing_list: id.optional(),
  filters: z.string().max(20_000).optional(),
};

const columns = z.array(z.enum(exportColumns)).min(1).max(exportColumns.length);

const format = {
  columns,
  encoding: z.enum(exportEncodings).default('utf-8'),
  delimiter: z.enum(exportDelimiters).default('comma'),
  /** EXP-010: byte-order mark and separator line. */
  excel_compatible: flag
    .default(false)
    .describe(
      'Write a byte-order mark and a line that names the delimiter, and put an apostrophe before cells that a spreadsheet would compute',
    ),
  raw: flag
    .default(false)
    .describe(
      'Write cells as they are. Without it an apostrophe stands before cells that begin with =, +, - or @, as a spreadsheet would compute them. No effect with excel_compatible',
    ),
  /** Opens closed contacts, which uses the quota; otherwise their cells stay empty. */
  open_contacts: flag.default(true),
};

const body = z.object({ ...chosen, ...format });
/** A sequence has no filters. Ignoring them would export and charge too much. */
const sequenceBody = z.strictObject({ candidate_ids: chosen.candidate_ids, ...format });
export type SequenceExportInput = z.infer<typeof sequenceBody>;
/** Found people, at most 50,000; query, filters and folderId as in a search URL. */
const foundBody = z.object({
  profile_ids: z.array(id).max(maxBulk).default([]),
  search: z
    .object({
      query: z.string().max(20_000).default(''),
      filters: z.string().max(20_000).default(''),
      sort: z.enum(rankings).default('relevance'),
      folderId: id.optional(),
    })
    .optional(),
  ...format,
  columns: z.array(z.enum(profileColumns)).min(1).max(profileColumns.length),
});
export type FoundExportInput = z.infer<typeof foundBody>;
export type FoundExportRequest = z.input<typeof foundBody>;
export type ExportInput = z.infer<typeof body>;
export type ExportRequest = z.input<typeof body>;

const checked = z.object({
  count: z.number().int(),
  hidden: z.number().int(),
  available: z.number().int().nullable(),
  total: z.number().int().nullable(),
});
export type ExportCheck = z.infer<typeof checked>;

const twoColumns = { columns: ['name', 'email'] };
const example = { candidate_ids: ['{candidate}'], ...twoColumns };
const foundExample = { profile_ids: ['{profile}'], ...twoColumns };
const params = z.object({ id });
const about = {
  vacancies: { access: 'candidate_export', targets: { id: 'vacancy' }, example },
  sequences: { access: 'sequence_export', targets: { id: 'sequence' }, example },
} as const;
type About = Pick<Parameters<typeof route>[0], 'access' | 'targets' | 'example'>;

const checkOf = <Input extends z.ZodType>(path: `/${string}`, of: About, input: Input) =>
  route({
    method: 'POST',
    path,
    summary: 'Whose contacts an export would open; refused where the quota is not enough',
    inputStructure: 'detailed',
    errors: ['export_limit'],
    ...of,
  })
    .input(input)
    .output(checked);

const csvOf = <Input extends z.ZodType>(path: `/${string}`, of: About & { exports: 'vacancy' | 'sequence' | 'search' }, input: Input) =>
  route({
    method: 'POST',
    path,
    summary: 'People as a table (CSV), written while it is read',
    inputStructure: 'detailed',
    outputStructure: 'detailed',
    errors: ['export_limit'],
    ...of,
  })
    .input(input)
    .output(fileAnswer);

const check = <Body extends z.ZodType>(of: 'vacancies' | 'sequences', chosenBy: Body) =>
  checkOf(`/api/${of}/{id}/candidates/export/check`, about[of], z.object({ params, body: chosenBy }));

const csv = <Body extends z.ZodType>(of: 'vacancies' | 'sequences', chosenBy: Body) =>
  csvOf(
    `/api/${of}/{id}/candidates/export/csv`,
    { ...about[of], exports: of === 'vacancies' ? 'vacancy' : 'sequence' },
    z.object({ params, body: chosenBy }),
  );

export const candidateExport = {
  checkFound: checkOf('/api/v6/profiles/export/check/', { access: 'profile_export', example: foundExample }, z.object({ body: foundBody })),
  csvOfFound: csvOf(
    '/api/v6/profiles/export/csv/',
    { access: 'profile_export', example: foundExample, exports: 'search' },
    z.object({ body: foundBody }),
  ),
  columns: route({
    method: 'GET',
    path: '/api/candidates/export/columns',
    summary: 'Columns that the person may export, with their names',
    access: 'candidate_export',
  }).output(z.object({ columns: z.array(z.object({ id: z.enum(exportColumns), name: z.string() })) })),
  checkVacancy: check('vacancies', body),
  checkSequence: check('sequences', sequenceBody),
  csvOfVacancy: csv('vacancies', body),
  csvOfSequence: csv('sequences', sequenceBody),
};
