import { mailProviders } from '@headwater/domain/mail/granted-providers';
import { z } from 'zod';
import { moment, text, wholeNumber } from './validation.ts';

export const security = z.enum(['tls', 'starttls', 'none']);
export const mailServer = z.object({
  host: text(255),
  port: wholeNumber({ least: 1, most: 65_535 }),
  security,
  user: text(255),
  password: z.string().min(1).max(1000),
});

export const mailboxView = z.object({
  id: z.number(),
  provider: z.enum(mailProviders),
  address: z.string(),
  from_name: z.string(),
  sends_from: z.string(),
  state: z.enum(['connected', 'broken']),
  failure: z.string().nullable(),
  smtp: z.object({ host: z.string(), port: z.number(), security, user: z.string() }).nullable(),
  imap: z.object({ host: z.string(), port: z.number(), security, user: z.string() }).nullable(),
  daily_limit: z.number().nullable(),
  gap_seconds: z.number(),
  limit_today: z.number().nullable(),
  sent_today: z.number(),
  /** End of a pause that the mail server requested, with its reason. */
  paused_until: moment.nullable(),
  pause_reason: z.string().nullable(),
  /** Copies missing in the Sent folder: `waiting` will be retried, `failed` were given up. */
  sent_copies: z.object({ waiting: z.number().int(), failed: z.number().int(), detail: z.string().nullable() }),
  connected_at: moment,
});
export type MailboxView = z.infer<typeof mailboxView>;
