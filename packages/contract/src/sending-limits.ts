import { z } from 'zod';
import { route } from './route.ts';
import { id, moment } from './validation.ts';

const path = '/api/v6/messaging/sending_limits/';

/** Of the mailings of everybody in the company together. Null: none. */
const companyLimits = z.object({
  per_day: z.number().int().min(1).max(1_000_000).nullable(),
  /** To the addresses of one domain. */
  per_domain_per_hour: z.number().int().min(1).max(100_000).nullable(),
});

const mailboxLimits = z.object({
  /** Null: none. */
  daily_limit: z.number().int().min(1).max(10_000).nullable(),
  /** Least pause between two messages of mailings; each is a little longer or shorter. */
  gap_seconds: z.number().int().min(0).max(86_400),
  /** Whether the daily limit of a new mailbox grows from day to day. */
  ramps: z.boolean(),
});

const mailbox = mailboxLimits.extend({
  id: z.number(),
  address: z.string(),
  owner: z.object({ id: z.number(), name: z.string() }),
  /** Disconnected: the limits hold for whatever its owner connects next. */
  state: z.enum(['connected', 'broken', 'disconnected']),
  sent_today: z.number().int(),
  /** What a growing mailbox may send today; null: no limit. */
  limit_today: z.number().int().nullable(),
  /** Until when its mailings wait as its mail server wants it. What the server said is for the owner: it may name a recipient. */
  paused_until: moment.nullable(),
});
export type MailboxLimitsView = z.infer<typeof mailbox>;

const limits = companyLimits.extend({ mailboxes: z.array(mailbox) });
export type SendingLimitsView = z.infer<typeof limits>;

/** DEC-10: how much may leave, and how fast. What waits already goes by the new limits. */
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
