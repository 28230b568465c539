import { z } from 'zod';
import { route } from './route.ts';
import { id, moment } from './validation.ts';

const path = '/api/v6/messaging/sending_limits/';

/** Sum of all mailings of the company. Null: no limit. */
const companyLimits = z.object({
  per_day: z.number().int().min(1).max(1_000_000).nullable(),
  per_domain_per_hour: z.number().int().min(1).max(100_000).nullable(),
});

const mailboxLimits = z.object({
  daily_limit: z.number().int().min(1).max(10_000).nullable(),
  /** Minimum pause between two messages, varied by chance. */
  gap_seconds: z.number().int().min(0).max(86_400),
  ramps: z.boolean(),
});

const mailbox = mailboxLimits.extend({
  id: z.number(),
  address: z.string(),
  owner: z.object({ id: z.number(), name: z.string() }),
  /** Disconnected: the limits apply to the next mailbox of the owner. */
  state: z.enum(['connected', 'broken', 'disconnected']),
  sent_today: z.number().int(),
  limit_today: z.number().int().nullable(),
  /**
   * End of the mail server's pause. Its answer is for the owner only, as it may name a recipient.
   */
  paused_until: moment.nullable(),
});
export type MailboxLimitsView = z.infer<typeof mailbox>;

const limits = companyLimits.extend({ mailboxes: z.array(mailbox) });
export type SendingLimitsView = z.infer<typeof limits>;

/** DEC-10: new limits also apply to waiting messages. */
export const sendingLimits = {
  get: route({ method: 'GET', path, summary: 'How much the company and each of its mailboxes may send', access: 'messaging_admin' }).output(
    limits,
  ),
  save: route({
    method: 'PATCH',
    path,
    summary: 'Change how much the mailings of the company may send together',
    access: 'messaging_admin',
    example: { per_day: 2000 },
  })
    .input(companyLimits.partial())
    .output(limits),
  saveMailbox: route({
    method: 'PATCH',
    path: `${path}mailboxes/{id}/`,
    summary: 'Change how much a mailbox may send',
    access: 'messaging_admin',
    targets: { id: 'mailbox' },
    example: { daily_limit: 50, gap_seconds: 120 },
  })
    .input(mailboxLimits.partial().extend({ id }))
    .output(mailbox),
};
