import { z } from 'zod';
import { route } from './route.ts';
import { id } from './validation.ts';

/** Apart from `outreach`, because the menu shows the count on every screen. */
export const inbox = {
  unread: route({
    method: 'GET',
    path: '/api/v6/messaging/unread/',
    summary: 'How many conversations have replies that the current user has not read',
    access: 'messaging',
  }).output(z.object({ count: z.number() })),
  markRead: route({
    method: 'POST',
    path: '/api/v6/messaging/thread/read/',
    summary: 'Mark a conversation as read for the current user',
    access: 'messaging',
    example: { profile_id: '{profile}' },
  })
    .input(z.object({ profile_id: id }))
    .output(z.object({})),
  assign: route({
    method: 'POST',
    path: '/api/v6/messaging/thread/assign/',
    summary: 'Assign a conversation to a colleague who may see it, who gets a notice; null: to nobody',
    access: 'messaging',
    example: { profile_id: '{profile}', user_id: null },
  })
    .input(z.object({ profile_id: id, user_id: id.nullable() }))
    .output(z.object({})),
};
