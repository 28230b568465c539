import { maxDelay } from '@headwater/domain/outreach/schedule';
import { templateBounds } from '@headwater/domain/outreach/templates';
import { utcOffsets } from '@headwater/domain/time/send-window';
import { z } from 'zod';
import { stepChannel } from './step-channel.ts';
import { attachment, customVariables, mailingVariable } from './templates.ts';
import { id, wholeNumber } from './validation.ts';

const windowTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'window_time');
/** IANA name that browser and PostgreSQL know. */
export const zone = z
  .string()
  .max(64)
  .refine((name) => isZone(name), 'field_invalid');

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const mailingSubject = z
  .string()
  .transform((value) => value.replace(/[\s\p{Cc}]+/gu, ' ').trim())
  .pipe(z.string().max(templateBounds.subject));
export const mailingBody = z.string().max(templateBounds.body);

/**
 * MAIL-006 to MAIL-009. With `id` an existing message is changed, without it a new one is added;
 * missing ones are deleted.
 */
const mailingTemplate = z.object({
  id: id.optional(),
  /** Sequences only. Telegram: plain text up to 4,096 characters, no files, no variant. */
  channel: stepChannel.default('email'),
  /** Telegram: sends an e-mail to unreachable people. False: they skip the step. */
  falls_back: z.boolean().default(true),
  /** Subject of the fallback e-mail; empty: that of the previous e-mail. */
  subject: mailingSubject.default(''),
  body: mailingBody.default(''),
  custom_variables: customVariables.default([]),
  attachment_ids: z.array(id).max(templateBounds.attachments).default([]),
  /**
   * Seconds after the previous message, up to 90 days, 23 hours and 59 minutes (MAIL-011,
   * SEND-019).
   */
  send_delay: wholeNumber({ least: 0, most: maxDelay }).default(0),
  /** SEQ-015: business days also exclude sending at weekends. */
  delay_kind: z.enum(['calendar', 'business']).default('calendar'),
  /** SEND-015, SEND-019 */
  send_time_from: windowTime.nullable().default(null),
  send_time_to: windowTime.nullable().default(null),
  /** SEQ-016: hour of the day; null: that of the previous message. */
  send_time: windowTime.nullable().default(null),
  /** DEC-03: null: the company's zone. Overrides `send_time_utc_offset`. */
  send_time_zone: zone.nullable().default(null),
  /** SEND-017: answers contain the zone's current offset. */
  send_time_utc_offset: z
    .enum(utcOffsets as [string, ...string[]])
    .nullable()
    .optional(),
  variant_b: z.object({ subject: mailingSubject, body: mailingBody }).nullable().default(null),
});
export type MailingTemplateInput = z.infer<typeof mailingTemplate>;

const counts = z.object({ sent: z.number().int(), opened: z.number().int(), replied: z.number().int(), error: z.number().int() });

/**
 * MAIL-010: hours and minutes are the middle of the window or the delay; plus_minus is half the
 * window.
 */
const condition = z.object({ days: z.number(), hours: z.number(), minutes: z.number(), plus_minus: z.number(), utc: z.string() });

export const templateView = z.object({
  id: z.number(),
  position: z.number().int(),
  channel: stepChannel,
  falls_back: z.boolean(),
  subject: z.string(),
  body: z.string(),
  variables: z.array(mailingVariable),
  custom_variables: z.array(z.object({ name: z.string(), value: z.string(), data: z.array(z.string()) })),
  attachments: z.array(attachment),
  send_delay: z.number().int(),
  delay_kind: z.enum(['calendar', 'business']),
  send_time_from: z.string().nullable(),
  send_time_to: z.string().nullable(),
  send_time: z.string().nullable(),
  send_time_zone: z.string().nullable(),
  send_time_utc_offset: z.string(),
  condition,
  variant_b: z.object({ subject: z.string(), body: z.string() }).nullable(),
  /** SEND-006, SEND-007 */
  stats: counts,
  /** Counts per variant. `leader` is set once the difference is significant. */
  ab: z.object({ a: counts, b: counts, leader: z.enum(['a', 'b']).nullable() }).nullable(),
});
export type MailingTemplateView = z.infer<typeof templateView>;

export const mailingTemplates = z.array(mailingTemplate).max(20);
