import { z } from 'zod';
import { route } from './route.ts';

const state = z.enum(['ok', 'warn', 'bad', 'unknown']);

export const deliverability = {
  get: route({
    method: 'GET',
    path: '/api/v6/messaging/deliverability/',
    summary: "What receiving servers think of the sender's domain, and how the company's messages of the last 30 days went",
    access: 'messaging',
  }).output(
    z.object({
      /** Of the connected mailbox; null where there is none. */
      domain: z.string().nullable(),
      checks: z.array(
        z.object({
          name: z.enum(['spf', 'dkim', 'dmarc', 'alignment']),
          state,
          code: z.string(),
          found: z.string().nullable(),
          /** A record to be put into the domain's DNS. */
          fix: z.object({ host: z.string(), type: z.literal('TXT'), value: z.string() }).nullable(),
        }),
      ),
      /** Whether recipients can open the addresses that letters carry. */
      public_address: z.enum(['ok', 'local', 'not_https']),
      month: z.object({
        sent: z.number().int(),
        opened: z.number().int(),
        /** Opened by machines alone (DEC-04). */
        opened_by_machine: z.number().int(),
        replied: z.number().int(),
        bounced: z.number().int(),
        bounces: state,
        complained: z.number().int(),
        complaints: state,
      }),
    }),
  ),
};
