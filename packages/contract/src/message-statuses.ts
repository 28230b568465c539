import { z } from 'zod';
import { moment } from './validation.ts';

/**
 * SEND-001. `soft_bounced`: will be resent; `suppressed`: the company may not write to the address.
 */
export const messageStatuses = ['draft', 'pending', 'planned', 'sent', 'error', 'opened', 'replied', 'soft_bounced', 'suppressed'] as const;

/** SEND-021 to SEND-027. `unreachable`: no usable address; `too_large`: for the mail server. */
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

/** SENT-006 */
export const messageEvent = z.object({ type: z.string(), timestamp: moment, text: z.string().nullable() });

/** DEC-10: why a message waits, in the reader's language, and its estimated time. */
export const waitReason = z.object({ reason: z.string(), text: z.string(), expected_at: moment.nullable() });
