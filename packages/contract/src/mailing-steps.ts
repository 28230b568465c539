import { stepChannels } from '@headwater/domain/outreach/channels';
import { maxDelay } from '@headwater/domain/outreach/schedule';
import { templateBounds } from '@headwater/domain/outreach/templates';
import { utcOffsets } from '@headwater/domain/time/send-window';
import { z } from 'zod';
import { attachment, customVariables, mailingVariable } from './templates.ts';
import { id, wholeNumber } from './validation.ts';

const windowTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'window_time');
/** IANA name, as the browser and PostgreSQL know it. */
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

/** One line; what is pasted in with breaks becomes one. */
export const mailingSubject = z
  .string()
  .transform((value) => value.replace(/[\s\p{Cc}]+/gu, ' ').trim())
  .pipe(z.string().max(templateBounds.subject));
export const mailingBody = z.string().max(templateBounds.body);

/**
 * MAIL-006 to MAIL-009: one message of a mailing; the first one has no message before it, its delay counts from the launch. With `id` an
 * existing one is kept and changed (its sent messages stay its own), without it a new one is made; those left out are deleted.
 */
const mailingTemplate = z.object({
  id: id.optional(),
  /** Of a sequence: how it leaves. By Telegram the text is plain, of 4,096 characters at most, and there are no files and no second form. */
  channel: z.enum(stepChannels).default('email'),
  /** By Telegram: whoever has no username, or cannot be written to there, gets the text by e-mail. False: the step is passed over for them. */
  falls_back: z.boolean().default(true),
  /** By Telegram: of the e-mail that leaves instead; empty: that of the e-mail before it. */
  subject: mailingSubject.default(''),
  body: mailingBody.default(''),
  custom_variables: customVariables.default([]),
  attachment_ids: z.array(id).max(templateBounds.attachments).default([]),
  /** Seconds after the message before it, up to 90 days, 23 hours and 59 minutes (MAIL-011, SEND-019). */
  send_delay: wholeNumber({ least: 0, most: maxDelay }).default(0),
  /** SEQ-015: whether its whole days are calendar days, or Monday to Friday; business ones also keep it from leaving on a weekend. */
  delay_kind: z.enum(['calendar', 'business']).default('calendar'),
  /** SEND-015: both or none; at least an hour apart (SEND-019). */
  send_time_from: windowTime.nullable().default(null),
  send_time_to: windowTime.nullable().default(null),
  /** SEQ-016: hour of the day; null: that of the message before. */
  send_time: windowTime.nullable().default(null),
  /** DEC-03; null: the zone of the company. Prevails over `send_time_utc_offset`. */
  send_time_zone: zone.nullable().default(null),
  /** SEND-017: fixed offset from UTC. In answers the offset of the zone at this moment. */
  send_time_utc_offset: z
    .enum(utcOffsets as [string, ...string[]])
    .nullable()
    .optional(),
  /** A/B: the second form of the message; half of the recipients get it. Null: none. */
  variant_b: z.object({ subject: mailingSubject, body: mailingBody }).nullable().default(null),
});
export type MailingTemplateInput = z.infer<typeof mailingTemplate>;

const counts = z.object({ sent: z.number().int(), opened: z.number().int(), replied: z.number().int(), error: z.number().int() });

/** MAIL-010: days, hours and minutes are the middle of the window or the delay; plus_minus is half the window in minutes. */
const condition = z.object({ days: z.number(), hours: z.number(), minutes: z.number(), plus_minus: z.number(), utc: z.string() });

export const templateView = z.object({
  id: z.number(),
  /** 0 for the first message. */
  position: z.number().int(),
  channel: z.enum(stepChannels),
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
  /** SEND-006, SEND-007: cumulative. */
  stats: counts,
  /** Of each form where there are two. `leader` is named once people's replies tell them apart. */
  ab: z.object({ a: counts, b: counts, leader: z.enum(['a', 'b']).nullable() }).nullable(),
});
export type MailingTemplateView = z.infer<typeof templateView>;

export const mailingTemplates = z.array(mailingTemplate).max(20);
