import { z } from 'zod';
import { defineTask } from '#platform/queue/queue.ts';

/** What a person was told since goes to each of their browsers. */
export const pushNotices = defineTask('push_notices', z.object({ companyId: z.number(), userId: z.number() }));

/** One message to one browser. */
export const sendPush = defineTask(
  'send_push',
  z.object({
    companyId: z.number(),
    userId: z.number(),
    subscriptionId: z.number(),
    noticeIds: z.array(z.number()),
    /** When the newest of them was told. */
    raisedAt: z.iso.datetime(),
    /** How often the service has put us off. */
    tries: z.number().int(),
  }),
  { maxAttempts: 5 },
);
