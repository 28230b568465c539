import { suppressionReasons } from '@headwater/domain/outreach/suppression';
import { templateBounds } from '@headwater/domain/outreach/templates';
import { z } from 'zod';
import { mailboxView, mailServer, security } from './mailboxes.ts';
import { mailingRecipient } from './mailing-recipients.ts';
import { errorReason, messageEvent, messageStatuses, waitReason } from './message-statuses.ts';
import { route } from './route.ts';
import { stepChannel } from './step-channel.ts';
import { customVariables, mailingVariable } from './templates.ts';
import { chosenMoment, flag, id, moment, optionalName, optionalText, text } from './validation.ts';

const windowTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'window_time');

export const messagingSettings = z.object({
  signature: z.string(),
  start_time_from: z.string().nullable(),
  start_time_to: z.string().nullable(),
  sender_alias: z.string().nullable(),
});

const status = z.enum(messageStatuses);

export const sentMessage = z.object({
  id: z.number(),
  recipient_id: z.number(),
  profile_id: z.number(),
  profile_name: z.string().nullable(),
  candidate_id: z.number().nullable(),
  folder_id: z.number().nullable(),
  /** SEND-014 */
  type: z.enum(['single', 'mass', 'sequence']),
  email: z.string(),
  /** The address is masked until the reader opens the contacts. */
  email_is_masked: z.boolean(),
  sender: z.object({ id: z.number().nullable(), name: z.string() }),
  /** `telegram` only if an e-mail came back for it. */
  channel: stepChannel,
  subject: z.string(),
  preview: z.string(),
  status,
  /** SENT-002 */
  label: z.enum(['Sent', 'Viewed', 'Replied', 'Activity', 'Pending', 'Draft', 'Error', 'Planned', 'SoftBounced', 'Suppressed']),
  error_reason: errorReason.nullable(),
  error_text: z.string().nullable(),
  error_hint: z.string().nullable(),
  error_detail: z.string().nullable(),
  send_at: moment,
  sent_at: moment.nullable(),
  status_changed_at: moment,
});
export type SentMessage = z.infer<typeof sentMessage>;

const incomingMessage = z.object({
  id: z.number(),
  kind: z.string(),
  from_address: z.string(),
  from_address_is_masked: z.boolean(),
  subject: z.string(),
  text: z.string(),
  received_at: moment,
});
export type IncomingMessageView = z.infer<typeof incomingMessage>;

const wholeMessage = sentMessage.extend({ html: z.string(), timeline: z.array(messageEvent), replies: z.array(incomingMessage) });

const threadMessage = sentMessage.extend({
  html: z.string(),
  replies: z.array(incomingMessage),
  suppression: z.enum(suppressionReasons).nullable(),
});
export type ThreadMessage = z.infer<typeof threadMessage>;

/** The colleague who answers the person. */
const assignee = z.object({ id: z.number(), name: z.string() }).nullable();

const thread = z.object({
  message: sentMessage,
  last_at: moment,
  last_kind: z.enum(['sent', 'reply', 'auto_reply', 'bounce', 'complaint', 'other']),
  preview: z.string(),
  messages: z.number(),
  needs_attention: z.boolean(),
  /** A reply to the reader that they have not read. */
  is_unread: z.boolean(),
  /** The reader snoozed it until a time, or is done with it (null). The next reply returns it to the inbox. */
  set_aside: z.object({ until: moment.nullable() }).nullable(),
  assignee,
});
export type ThreadView = z.infer<typeof thread>;

const draft = z.object({
  profile_id: id,
  candidate_id: id.optional(),
  /** A contact of the profile, or a typed address. */
  email: text(255).optional(),
  subject: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .regex(/^[^\r\n]*$/),
  body: z.string().trim().min(1).max(100_000),
  custom_variables: customVariables.optional(),
});

/** EDIT-031 */
const attachmentIds = z.array(id).max(templateBounds.attachments);

const draftExample = {
  profile_id: '{profile}',
  subject: 'Hello',
  body: '<p>Hello</p>',
  email: 'someone@example.test',
  request_key: 'example-1',
};

const changeConversation = <A extends string>(action: A, summary: string) =>
  route({
    method: 'POST',
    path: `/api/v6/messaging/thread/${action}/`,
    summary,
    access: 'messaging',
    example: { profile_id: '{profile}' },
  })
    .input(z.object({ profile_id: id }))
    .output(z.object({}));

export const outreach = {
  mailbox: route({
    method: 'GET',
    path: '/api/v6/messaging/mailbox/',
    summary: 'The connected mail service of the current user',
    access: 'messaging_settings',
  }).output(z.object({ mailbox: mailboxView.nullable() })),
  connectMailbox: route({
    method: 'POST',
    path: '/api/v6/messaging/smtp_imap/connect/',
    summary: 'Connect any mailbox by SMTP and IMAP; both are tried before it is kept',
    access: 'messaging',
    example: {
      address: 'a@example.test',
      smtp: { host: '127.0.0.1', port: 9, security: 'none', user: 'a', password: 'b' },
      imap: { host: '127.0.0.1', port: 9, security: 'none', user: 'a', password: 'b' },
    },
  })
    .input(z.object({ address: text(255), from_name: optionalName(255).default(''), smtp: mailServer, imap: mailServer }))
    .output(z.object({ mailbox: mailboxView })),
  suggestServers: route({
    method: 'GET',
    path: '/api/v6/messaging/smtp_imap/servers/',
    summary: 'Servers that usually belong to an address, to fill the form in',
    access: 'messaging',
    example: { address: 'a@example.test' },
  })
    .input(z.object({ address: text(255) }))
    .output(
      z.object({
        smtp: z.object({ host: z.string(), port: z.number(), security }),
        imap: z.object({ host: z.string(), port: z.number(), security }),
      }),
    ),
  disconnectMailbox: route({
    method: 'DELETE',
    path: '/api/v6/messaging/mailbox/',
    summary: 'Disconnect the mail service; waiting messages stop with a reason',
    access: 'messaging',
  }).output(z.object({})),
  settings: route({
    method: 'GET',
    path: '/api/v6/messaging/settings/',
    summary: 'Messaging settings of the current user',
    access: 'messaging_settings',
  }).output(messagingSettings),
  saveSettings: route({
    method: 'PATCH',
    path: '/api/v6/messaging/settings/',
    summary: 'Save messaging settings of the current user',
    access: 'messaging_settings',
    example: { signature: 'Best regards' },
  })
    .input(
      z.object({
        signature: z.string().max(10_000).optional(),
        start_time_from: windowTime.nullable().optional(),
        start_time_to: windowTime.nullable().optional(),
        sender_alias: optionalName(255).nullable().optional(),
      }),
    )
    .output(messagingSettings),
  sendTest: route({
    method: 'POST',
    path: '/api/v6/messaging/send_test_email/',
    summary: 'Send a test e-mail to yourself, or only check that it could be sent',
    access: 'messaging',
    example: { check_permission_only: true },
  })
    .input(
      z.object({
        check_permission_only: flag.default(false),
        subject: optionalText(255).optional(),
        body: z.string().max(100_000).optional(),
        attachment_ids: attachmentIds.optional(),
      }),
    )
    .output(z.object({})),
  preview: route({
    method: 'POST',
    path: '/api/v6/messaging/preview/',
    summary: 'How a message will look for one person, and what is wrong with it',
    access: 'messaging',
    example: { profile_id: '{profile}', subject: 'Hello', body: '<p>Hello</p>' },
  })
    .input(draft.extend({ subject: z.string().max(255), body: z.string().max(100_000) }))
    .output(
      z.object({
        subject: z.string(),
        html: z.string(),
        text: z.string(),
        to: z.string().nullable(),
        empty_variables: z.array(z.string()),
        /** Used variables that take their value from a past job of the person. */
        past_variables: z.array(z.string()),
        values: z.record(z.string(), z.string()),
      }),
    ),
  variables: route({
    method: 'GET',
    path: '/api/v6/mailing_variables/',
    summary: 'Variables that a message may use',
    access: 'messaging',
  }).output(z.object({ variables: z.array(mailingVariable) })),
  emailSources: route({
    method: 'GET',
    path: '/api/v6/email_sources/',
    summary: 'E-mail addresses of a profile and where they come from',
    access: 'messaging',
    example: { profile_id: '{profile}' },
  })
    .input(z.object({ profile_id: id }))
    .output(
      z.object({
        sources: z.array(
          z.object({ contact_id: z.number(), email: z.string(), source: z.string(), kind: z.string().nullable(), is_valid: z.boolean() }),
        ),
        opened: z.boolean(),
        available: z.number(),
      }),
    ),
  send: route({
    method: 'POST',
    path: '/api/v6/messages/',
    summary: 'Send one message to one person; the same request_key never sends twice',
    access: 'messaging',
    example: draftExample,
  })
    .input(
      draft.extend({
        request_key: z.string().min(8).max(100),
        send_at: chosenMoment.optional(),
        attachment_ids: attachmentIds.optional(),
        /**
         * Earlier message of the continued thread. Without `email` it goes to the last replier,
         * else to the earlier address.
         */
        reply_to: id.optional(),
      }),
    )
    .output(sentMessage),
  list: route({
    method: 'GET',
    path: '/api/v6/mailing_recipients/',
    summary: 'Sent messages, newest first; with mailing_list_id the recipients of that mailing list',
    access: 'messaging',
  })
    .input(
      z.object({
        /** MAIL-041 */
        mailing_list_id: id.optional(),
        status: status.optional(),
        /** `scheduled`: messages that have not left, the next one first; `sent`: all others. */
        view: z.enum(['scheduled', 'sent']).optional(),
        created_by: id.optional(),
        profile_id: id.optional(),
        search: z.string().trim().max(255).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(20),
        offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      }),
    )
    .output(z.object({ messages: z.array(sentMessage), recipients: z.array(mailingRecipient).optional(), total: z.number() })),
  threads: route({
    method: 'GET',
    path: '/api/v6/messaging/threads/',
    summary: 'Messages and replies by person, the latest activity first; there are more than `total` where it is not exact',
    access: 'messaging',
  })
    .input(
      z.object({
        needs_attention: flag.default(false),
        /** Only people who wrote back: unread first, then by the time of their last message. */
        received: flag.default(false),
        /** `open`: without conversations that the reader snoozed or is done with. Default: all. */
        state: z.enum(['open', 'snoozed', 'done']).optional(),
        /** `me`: assigned to the reader; `nobody`: without an active assignee. Default: all. */
        assigned: z.enum(['me', 'nobody']).optional(),
        search: z.string().trim().max(255).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(30),
        offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      }),
    )
    .output(z.object({ threads: z.array(thread), total: z.number(), is_exact: z.boolean() })),
  setAside: route({
    method: 'POST',
    path: '/api/v6/messaging/thread/set_aside/',
    summary: 'Remove a conversation from the own inbox until a time, or as done, until the next reply',
    access: 'messaging',
    example: { profile_id: '{profile}', until: null },
  })
    .input(z.object({ profile_id: id, until: chosenMoment.nullable() }))
    .output(z.object({})),
  putBack: changeConversation('put_back', 'Return a conversation to the own inbox'),
  markRead: changeConversation('read', 'Mark a conversation as read for the current user'),
  assign: route({
    method: 'POST',
    path: '/api/v6/messaging/thread/assign/',
    summary: 'Assign a conversation to a colleague who may see it, who gets a notice; null: to nobody',
    access: 'messaging',
    example: { profile_id: '{profile}', user_id: null },
  })
    .input(z.object({ profile_id: id, user_id: id.nullable() }))
    .output(z.object({})),
  markUnread: changeConversation('unread', 'Mark a conversation as unread for the current user'),
  thread: route({
    method: 'GET',
    path: '/api/v6/messaging/thread/',
    summary: 'What was written to one person and what came back, the oldest first',
    access: 'messaging',
    example: { profile_id: '{profile}' },
  })
    .input(z.object({ profile_id: id }))
    .output(z.object({ messages: z.array(threadMessage), assignee })),
  nextWait: route({
    method: 'GET',
    path: '/api/v6/messaging/next_wait/',
    summary: 'Why a message to a person would not leave now, and when it will; null if it leaves',
    access: 'messaging',
    example: { profile_id: '{profile}' },
  })
    .input(z.object({ profile_id: id }))
    .output(z.object({ wait: waitReason.nullable() })),
  get: route({
    method: 'GET',
    path: '/api/v6/messages/{id}/',
    summary: 'One message with its timeline and replies',
    access: 'messaging',
    targets: { id: 'message' },
  })
    .input(z.object({ id }))
    .output(wholeMessage),
  why: route({
    method: 'GET',
    path: '/api/v6/messages/{id}/why/',
    summary: 'Why a message has not gone out yet, and when it will',
    access: 'messaging',
    targets: { id: 'message' },
  })
    .input(z.object({ id }))
    .output(waitReason),
  arm: route({
    method: 'POST',
    path: '/api/v6/messaging/arm/',
    summary: 'Switch sending on in a restored or copied installation; for staff, and for admins where it has a single company',
    access: 'resume_sending',
  }).output(z.object({})),
  decide: route({
    method: 'POST',
    path: '/api/v6/messages/{id}/decide/',
    summary: 'Decide on a message of unknown outcome: it was sent, or send it again',
    access: 'messaging',
    targets: { id: 'message' },
    example: { decision: 'was_sent' },
  })
    .input(z.object({ id, decision: z.enum(['was_sent', 'send_again']) }))
    .output(sentMessage),
};
