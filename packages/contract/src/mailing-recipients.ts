import { z } from 'zod';
import { suppressionReasons } from '@headwater/domain/outreach/suppression';
import { errorReason, messageEvent, messageStatuses } from './message-statuses.ts';
import { stepChannel } from './step-channel.ts';
import { attachment } from './templates.ts';
import { moment } from './validation.ts';

export const person = z.object({ id: z.number(), first_name: z.string(), last_name: z.string() });

/** MAIL-021 to MAIL-027 */
const recipientMessage = z.object({
  template_id: z.number().nullable(),
  /** Id for GET /api/v6/messages/{id}/; null before planning. */
  id: z.number().nullable(),
  /** Actual or planned channel: a Telegram step may go by e-mail. Telegram texts are plain. */
  channel: stepChannel,
  subject: z.string(),
  body: z.string(),
  is_personal: z.boolean(),
  created_at: moment.nullable(),
  created_by: person.nullable(),
  from: z.object({ name: z.string(), address: z.string() }).nullable(),
  opened: z.boolean(),
  replied: z.boolean(),
  status: z.enum(messageStatuses),
  error_reason: errorReason.nullable(),
  error_text: z.string().nullable(),
  error_hint: z.string().nullable(),
  error_detail: z.string().nullable(),
  /** Unplanned messages: earliest moment by schedule; null if the previous one must leave first. */
  send_at: moment.nullable(),
  sent_at: moment.nullable(),
  events: z.array(messageEvent),
  attachments: z.array(attachment),
});
export type RecipientMessageView = z.infer<typeof recipientMessage>;

/**
 * `dialog_private`: a colleague has a private dialog with the person; `dialog_public`: all see
 * another dialog; `dialog_elsewhere`: the username belongs to another profile.
 */
export const messengerProblems = [
  'username_unknown',
  'privacy_restricted',
  'payment_required',
  'blocked',
  'not_premium',
  'dialog_private',
  'dialog_public',
  'dialog_elsewhere',
] as const;

export const recipientEnds = ['finished', 'replied', 'bounced', 'unsubscribed', 'by_hand'] as const;

export const mailingRecipient = z.object({
  id: z.number(),
  mailing_list_id: z.number(),
  profile: z.object({
    id: z.number(),
    name: z.string().nullable(),
    picture: z.string().nullable(),
    title: z.string().nullable(),
    company: z.string().nullable(),
  }),
  candidate_id: z.number().nullable(),
  custom_data: z.record(z.string(), z.string()),
  /** SEQ-007; empty without a usable address. */
  email: z.string(),
  email_is_masked: z.boolean(),
  /**
   * `contacts_closed`: the sender must open the contacts first. `same_address`: another recipient
   * has it.
   */
  email_problem: z.enum(['none', 'contacts_closed', 'same_address']).nullable(),
  messenger_problem: z.enum(messengerProblems).nullable(),
  /**
   * SEND-001: status of the furthest message; `draft` if none is planned, `pending` in a running
   * list.
   */
  status: z.enum(messageStatuses),
  status_changed_at: moment,
  ended: z.enum(recipientEnds).nullable(),
  suppression: z.enum(suppressionReasons).nullable(),
  source: z.enum(['vacancy', 'search', 'profile']),
  added_by: person.nullable(),
  added_at: moment,
  last_activity_at: moment,
  messages_sent: z.number().int(),
  messages_total: z.number().int(),
  /** SEQ-009: a past moment means immediately. Null: nothing more in the current state. */
  next_send_at: moment.nullable(),
  variant: z.enum(['a', 'b']),
  /** One recipient: all sent and future messages; lists: planned ones only. */
  messages: z.array(recipientMessage),
});
export type MailingRecipientView = z.infer<typeof mailingRecipient>;
