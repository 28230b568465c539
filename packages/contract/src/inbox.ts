import { z } from 'zod';
import { route } from './route.ts';

/** Apart from `outreach`, because the menu shows the count on every screen. */
export const inbox = {
  unread: route({
    method: 'GET',
    path: '/api/v6/messaging/unread/',
    summary: 'How many conversations have replies that the current user has not read',
    access: 'messaging',
  }).output(z.object({ count: z.number() })),
};
