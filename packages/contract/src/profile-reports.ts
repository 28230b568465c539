import { reportReasons, reportStates } from '@headwater/domain/profiles/reports';
import { z } from 'zod';
import { route } from './route.ts';
import { id, moment, optionalText, pages, paging, text } from './validation.ts';

const report = z.object({
  id: z.number(),
  profile_id: z.number(),
  profile_name: z.string().nullable(),
  company: z.object({ id: z.number(), name: z.string() }),
  created_by: z.object({ id: z.number(), name: z.string(), email: z.string() }).nullable(),
  created_at: moment,
  source: z.string(),
  reason: z.enum(reportReasons),
  text: z.string(),
  query: z.string(),
  state: z.enum(reportStates),
  resolved_at: moment.nullable(),
});
export type ProfileReportView = z.infer<typeof report>;

export const profileReports = {
  send: route({
    method: 'POST',
    path: '/api/bug_reports/',
    summary: 'Report what is wrong with a profile',
    access: 'profiles',
    example: { profile_id: '{profile}', source: 'profile', reason: 'outdated', text: 'Works elsewhere now', query: '' },
  })
    .input(
      z.object({
        profile_id: id,
        source: text(50),
        reason: z.enum(reportReasons),
        text: z
          .string()
          .trim()
          .max(5000)
          .refine((value) => value !== '', 'report_text_empty')
          .prefault(''),
        query: optionalText(10_000).default(''),
      }),
    )
    .output(z.object({ id: z.number() })),
  list: route({ method: 'GET', path: '/api/bug_reports/', summary: 'Reports of all companies, the newest first', access: 'staff' })
    .input(z.object({ ...paging, state: z.enum(reportStates).optional(), reason: z.enum(reportReasons).optional() }))
    .output(z.object({ reports: z.array(report), count: z.number().int(), pages })),
  resolve: route({
    method: 'PATCH',
    path: '/api/bug_reports/',
    summary: 'Mark reports as dealt with, or open them again',
    access: 'staff',
    example: { ids: [1], state: 'resolved' },
  })
    .input(z.object({ ids: z.array(id).min(1).max(100), state: z.enum(reportStates) }))
    .output(z.object({ count: z.number().int() })),
};
