import { z } from 'zod';
import { route } from './route.ts';
import { id, moment } from './validation.ts';

/** SEQ-035 */
const report = z.object({
  sequence_name: z.string(),
  status: z.string(),
  sent: z.boolean(),
  opened: z.boolean(),
  replied: z.boolean(),
  date: moment,
});
export type SequenceReport = z.infer<typeof report>;

export const mixmax = {
  sequenceReports: route({
    method: 'GET',
    path: '/api/mixmax/sequence_reports/',
    summary: 'How far sequences of Mixmax got with a person; empty where Mixmax is not connected',
    access: 'messaging',
    example: { profile_id: '{profile}' },
  })
    .input(z.object({ profile_id: id }))
    .output(z.object({ sequence_reports: z.array(report) })),
};
