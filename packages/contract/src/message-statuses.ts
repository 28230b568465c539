import { z } from 'zod';
import { moment } from './validation.ts';

/** SEND-001. */
export const messageStatuses = ['draft', 'pending', 'planned', 'sent', 'error', 'opened', 'replied'] as const;

/** SEND-021 to SEND-027, and `unknown_outcome` for a message that a person must decide on. */
export const errorReason = z.enum([
  'integration_disabled',
  'bad_request',
  'unsunscribed',
  'max_retries',
  'unexpected',
  'bounce',
  'previous_has_error',
  'unknown_outcome',
]);

/** SENT-006: one entry of a message's timeline. */
export const messageEvent = z.object({ type: z.string(), timestamp: moment, text: z.string().nullable() });
