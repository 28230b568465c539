import { z } from 'zod';
import { resourceCount } from './api-tokens.ts';
import { fileAnswer, tableTypes } from './export-file.ts';
import { route } from './route.ts';
import { chosenDay, id } from './validation.ts';

const day = z.iso.date();

const usage = z.object({
  resources: z.array(resourceCount),
  days: z.array(z.object({ day, count: z.number().int() })),
  people: z.array(z.object({ id: z.number(), name: z.string(), count: z.number().int() })),
  total: z.number().int(),
  date_from: day,
  date_to: day,
});
export type ApiUsage = z.infer<typeof usage>;

const filter = z.object({
  /** For staff; default: own company. */
  company_id: id.optional(),
  /** First and last day (UTC); default: the last 30 days. */
  date_from: chosenDay.optional(),
  date_to: chosenDay.optional(),
});
export type ApiUsageFilter = z.infer<typeof filter>;

export const apiUsage = {
  aggregated: route({
    method: 'GET',
    path: '/api/api_calls/aggregated/',
    summary: 'Calls with API tokens, by route, day and person',
    access: 'api_usage',
    example: { company_id: '{managed_company}' },
  })
    .input(filter)
    .output(usage),
  export: route({
    method: 'GET',
    path: '/api/api_calls/export/',
    summary: 'Calls with API tokens as a table (CSV or XLSX): one row for each day, person and route',
    access: 'api_usage',
    example: { company_id: '{managed_company}' },
    outputStructure: 'detailed',
    csrf: true,
    exports: 'company',
    exportedPart: 'api_calls',
  })
    .input(filter.extend({ type: z.enum(tableTypes).default('csv') }))
    .output(fileAnswer),
};
