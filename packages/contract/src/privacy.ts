import { z } from 'zod';
import { fileAnswer } from './export-file.ts';
import { route } from './route.ts';
import { flag, id, moment, pages, paging } from './validation.ts';

const counts = z.object({
  candidates: z.number().int(),
  comments: z.number().int(),
  contacts: z.number().int(),
  files: z.number().int(),
  messages: z.number().int(),
});
export type ErasedCounts = z.infer<typeof counts>;

const systemCopy = z.object({
  id: z.number(),
  /** Name of an applicant-tracking system that received the person. */
  title: z.string(),
  /** Page of the person there, if the system returned it. */
  url: z.string().nullable(),
});
const listedSystem = systemCopy.extend({
  /** Whether the system can be asked to erase the person. */
  erasable: z.boolean(),
});
export type SystemCopy = z.infer<typeof listedSystem>;

const erasure = z.object({
  id: z.number(),
  profile_id: z.number(),
  requested_by: z.string().nullable(),
  requested_at: moment,
  stage: z.enum(['database', 'files', 'index', 'done']),
  finished_at: moment.nullable(),
  counts: counts.partial(),
  /** `manual`: a user has to erase the person there. `failed`: is tried again each night. */
  systems: z.array(systemCopy.extend({ state: z.enum(['waiting', 'erased', 'manual', 'failed']), error: z.string().nullable() })),
});
export type ErasureView = z.infer<typeof erasure>;

const target = { access: 'privacy', targets: { id: 'profile' } } as const;

/** Null: no automatic erasure. */
const months = z.number().int().min(1).max(120).nullable();
const retention = z.object({
  months,
  changed_at: moment.nullable(),
});

/** DEC-14 */
export const privacy = {
  personalData: route({
    method: 'GET',
    path: '/api/v6/profiles/{id}/personal_data/',
    summary: 'Everything that is known of a person, as a ZIP with JSON, a readable page and the files',
    csrf: true,
    exports: 'profile',
    outputStructure: 'detailed',
    ...target,
  })
    .input(z.object({ id }))
    .output(fileAnswer),
  checkErasure: route({
    method: 'GET',
    path: '/api/v6/profiles/{id}/erasure/',
    summary: 'What would be deleted with a person, and the applicant-tracking systems that received them',
    ...target,
  })
    .input(z.object({ id }))
    .output(counts.extend({ systems: z.array(listedSystem) })),
  erase: route({
    method: 'POST',
    path: '/api/v6/profiles/{id}/erasure/',
    summary:
      'Erase a person for good: database, index, files, messages, and in applicant-tracking systems that allow it; imports do not bring them back',
    ...target,
  })
    .input(z.object({ id, in_ats: flag.default(true) }))
    .output(erasure),
  list: route({ method: 'GET', path: '/api/v6/erasures/', summary: 'People who were erased, newest first', access: 'privacy' })
    .input(z.object(paging))
    .output(z.object({ erasures: z.array(erasure), pages })),
  retention: route({
    method: 'GET',
    path: '/api/v6/retention/',
    summary: 'How long the company keeps people nobody works with',
    access: 'retention',
  }).output(retention),
  saveRetention: route({
    method: 'PUT',
    path: '/api/v6/retention/',
    summary: 'Change how long the company keeps people nobody works with',
    access: 'retention',
    example: { months: 24 },
  })
    .input(z.object({ months }))
    .output(retention),
  previewRetention: route({
    method: 'GET',
    path: '/api/v6/retention/preview/',
    summary: 'How many people a rule would erase tonight',
    access: 'retention',
    example: { months: 24 },
  })
    .input(z.object({ months: z.coerce.number().int().min(1).max(120) }))
    .output(z.object({ count: z.number().int() })),
};
