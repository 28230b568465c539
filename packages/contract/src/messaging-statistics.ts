import { z } from 'zod';
import { route } from './route.ts';
import { id } from './validation.ts';

/** SEND-006 */
const counts = {
  candidates: z.number().int(),
  sent: z.number().int(),
  opened: z.number().int(),
  replied: z.number().int(),
  error: z.number().int(),
};
const ofStatus = z.object({ status_id: z.number(), ...counts });
export type StatusMessaging = z.infer<typeof ofStatus>;

/** SEND-007 */
export const messagingStatistics = {
  ofVacancy: route({
    method: 'GET',
    path: '/api/v6/folders/{id}/messaging_statistics/',
    summary: 'How far messages got with the candidates of a vacancy, by their status',
    access: 'messaging',
    targets: { id: 'vacancy' },
  })
    .input(z.object({ id }))
    .output(z.object({ statuses: z.array(ofStatus), total: z.object(counts) })),
};
