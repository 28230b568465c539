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
      domain: z.string().nullable(),
      checks: z.array(
        z.object({
          name: z.enum(['spf', 'dkim', 'dmarc', 'alignment']),
          state,
          code: z.string(),
          found: z.string().nullable(),
          fix: z.object({ host: z.string(), type: z.literal('TXT'), value: z.string() }).nullable(),
        }),
      ),
      public_address: z.enum(['ok', 'local', 'not_https']),
      month: z.object({
        sent: z.number().int(),
        opened: z.number().int(),
        /** DEC-04 */
        opened_by_machine: z.number().int(),
        replied: z.number().int(),
        bounced: z.number().int(),
        bounces: state,
        complained: z.number().int(),
        complaints: state,
      }),
    }),
  ),
  unreadable: route({
    method: 'GET',
    path: '/api/v6/messaging/unreadable/',
    summary: "Incoming messages of the company's mailboxes that could not be read and were passed over, newest first",
    access: 'messaging_admin',
  }).output(
    z.object({
      results: z.array(
        z.object({
          id: z.number().int(),
          mailbox: z.string(),
          folder: z.string(),
          /** UID of IMAP, or id of Gmail or Microsoft. */
          remote_id: z.string(),
          message_id: z.string().nullable(),
          reason: z.enum(['too_slow', 'crashed', 'defect', 'interrupted', 'not_fetched', 'not_kept']),
          received_at: z.string().nullable(),
          noticed_at: z.string(),
        }),
      ),
    }),
  ),
};
