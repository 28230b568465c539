import { z } from 'zod';
import { defineTask } from '#platform/queue/queue.ts';

/** Sends a user's new notices to all their browsers. */
export const pushNotices = defineTask('push_notices', z.object({ companyId: z.number(), userId: z.number() }));

export const sendPush = defineTask(
  'send_push',
  z.object({
    companyId: z.number(),
    userId: z.number(),
    subscriptionId: z.number(),
    noticeIds: z.array(z.number()),
    /** Time of the newest notice. */
    raisedAt: z.iso.datetime(),
    /** Deferrals by the push service so far. */
    tries: z.number().int(),
  }),
  { maxAttempts: 5 },
);
