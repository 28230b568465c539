import { z } from 'zod';
import { route } from './route.ts';

const path = '/api/v6/messaging/company_settings/';

/** MSET-005, SEND-011 */
const settings = z.object({
  unsubscribe_link: z.boolean(),
  access_type: z.enum(['public', 'private']),
  track_opens: z.boolean(),
  track_clicks: z.boolean(),
});
export type CompanyMessagingView = z.infer<typeof settings>;

export const messagingSettings = {
  get: route({ method: 'GET', path, summary: 'Messaging settings of the company', access: 'messaging_admin' }).output(settings),
  save: route({
    method: 'PATCH',
    path,
    summary: 'Save messaging settings of the company',
    access: 'messaging_admin',
    /** ROLE-029 */
    refusal: 'ask_admin',
    example: { unsubscribe_link: true },
  })
    .input(settings.partial())
    .output(settings),
};
