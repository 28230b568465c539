import { z } from 'zod';
import { defineTask } from '#platform/queue/queue.ts';

export const pushNotices = defineTask('push_notices', z.object({ companyId: z.number(), userId: z.number() }));

export const sendPush = defineTask(
  'send_push',
  z.object({
    companyId: z.number(),
    userId: z.number(),
    subscriptionId: z.number(),
    noticeIds: z.array(z.number()),
    raisedAt: z.iso.datetime(),
    /** Deferrals by the push service so far. */
    tries: z.number().int(),
  }),
  { maxAttempts: 5 },
);
