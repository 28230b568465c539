import { z } from 'zod';
import { stepChannels } from '@headwater/domain/outreach/channels';
import { suppressionReasons } from '@headwater/domain/outreach/suppression';
import { errorReason, messageEvent, messageStatuses } from './message-statuses.ts';
import { attachment } from './templates.ts';
import { moment } from './validation.ts';

export const person = z.object({ id: z.number(), first_name: z.string(), last_name: z.string() });

/** MAIL-021 to MAIL-027: a message that went or will go to the recipient. */
const recipientMessage = z.object({
  /** Of the template; null where that was deleted after sending. */
  template_id: z.number().nullable(),
  /** GET /api/v6/messages/{id}/ shows it whole; null while it is not planned yet. */
  id: z.number().nullable(),
  /** How it left or will leave: a message by Telegram may have become an e-mail. Its text is plain. */
  channel: z.enum(stepChannels),
  subject: z.string(),
  body: z.string(),
  /** The recipient has a text of its own for this template. */
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
  /** Of one that is not planned yet: the earliest moment by its schedule, null where the one before must go first. */
  send_at: moment.nullable(),
  sent_at: moment.nullable(),
  events: z.array(messageEvent),
  attachments: z.array(attachment),
});
export type RecipientMessageView = z.infer<typeof recipientMessage>;

/**
 * `dialog_private`: a colleague writes to the person in a dialog of their own; `dialog_public`: all see another dialog with the person, and this one is the
 * sender's own; `dialog_elsewhere`: the username is that of another profile.
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

/** Why nothing more is sent to a recipient. `finished`: all messages have gone. */
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
  /** Values of variables for this person alone, by the name of the variable. */
  custom_data: z.record(z.string(), z.string()),
  /** SEQ-007 "to"; empty where there is none that may be used. */
  email: z.string(),
  /** The contacts of the profile are closed to the reader, who is shown the mask of the address. */
  email_is_masked: z.boolean(),
  /**
   * `contacts_closed`: there is one, but the contacts must be opened first, by whoever sends the mailing. `same_address`: another recipient of the
   * mailing has it.
   */
  email_problem: z.enum(['none', 'contacts_closed', 'same_address']).nullable(),
  /** Why Telegram did not take a message to the person: what follows leaves by e-mail. Null: it did, or nothing was tried. */
  messenger_problem: z.enum(messengerProblems).nullable(),
  /** SEND-001, of the furthest message; `draft` where nothing has been planned, `pending` in a running list. */
  status: z.enum(messageStatuses),
  status_changed_at: moment,
  ended: z.enum(recipientEnds).nullable(),
  /** Why the company may not write to the address: nothing more goes to it. Null: it may. */
  suppression: z.enum(suppressionReasons).nullable(),
  /** Where the person was added from. */
  source: z.enum(['vacancy', 'search', 'profile']),
  added_by: person.nullable(),
  added_at: moment,
  /** The newest of: sent, opened, replied, bounced, added. */
  last_activity_at: moment,
  messages_sent: z.number().int(),
  messages_total: z.number().int(),
  /** SEQ-009: when the next one goes; at or before now: immediately. Null where none will go while the list stands as it does. */
  next_send_at: moment.nullable(),
  /** A/B: which form this person gets. */
  variant: z.enum(['a', 'b']),
  /** In the answer for one recipient all that were and will be sent; in lists those of them that were planned. */
  messages: z.array(recipientMessage),
});
export type MailingRecipientView = z.infer<typeof mailingRecipient>;
