import { z } from 'zod';
import { moment } from './validation.ts';

/** SEND-001; `soft_bounced`: refused for now, and sent again; `suppressed`: will not leave, as the company may not write to the address. */
export const messageStatuses = ['draft', 'pending', 'planned', 'sent', 'error', 'opened', 'replied', 'soft_bounced', 'suppressed'] as const;

/**
 * SEND-021 to SEND-027; `unknown_outcome`: a person must decide; `soft_bounce`: the address takes no mail for now; `too_large`: for the mail server;
 * `unreachable`: no address that the step can use.
 */
export const errorReason = z.enum([
  'integration_disabled',
  'bad_request',
  'unsunscribed',
  'max_retries',
  'unexpected',
  'bounce',
  'previous_has_error',
  'unknown_outcome',
  'soft_bounce',
  'too_large',
  'unreachable',
]);

/** SENT-006: one entry of a message's timeline. */
export const messageEvent = z.object({ type: z.string(), timestamp: moment, text: z.string().nullable() });

/** DEC-10: why a message has not gone out yet, in the reader's language, and about when it will; null: nobody knows. */
export const notSentYet = z.object({ reason: z.string(), text: z.string(), expected_at: moment.nullable() });
