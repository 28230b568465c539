import { telegramErrors, telegramKinds, telegramTextBounds } from '@headwater/domain/outreach/telegram';
import { z } from 'zod';
import { waitReason } from './message-statuses.ts';
import { chatRoute } from './route.ts';
import { flag, id, moment, text, wholeNumber } from './validation.ts';

const path = '/api/internal/telegram/dialogs/';

/** `id` is null without stored bytes; `state` gives the reason. */
const attachment = z.object({
  name: z.string(),
  size: z.number().int(),
  state: z.enum(['stored', 'loading', 'no_space', 'file_too_large', 'illegal_file_type', 'failed']),
  retry_at: moment.nullable(),
});
export type TelegramAttachment = z.infer<typeof attachment>;

/** Excerpt of the answered message; `message_id` is null if it is unknown here. */
const answered = z.object({
  message_id: z.number().nullable(),
  message: z.string(),
  kind: z.enum(telegramKinds).nullable(),
  out: z.boolean(),
  attachments: z.array(z.object({ name: z.string() })),
  is_deleted: z.boolean(),
});
export type TelegramAnswered = z.infer<typeof answered>;

/** Durations, as the client's clock may be wrong. */
const wait = waitReason.extend({
  seconds: z.number().int().nullable(),
  waited: z.number().int(),
});
export type MessageWait = z.infer<typeof wait>;

/** TG-030, TG-055 */
const message = z.object({
  message_id: z.number(),
  /** Link targets follow their words in brackets. */
  message: z.string(),
  /** Content other than text and plain files; `message` describes contacts, places and polls. */
  kind: z.enum(telegramKinds).nullable(),
  date: moment,
  edited_at: moment.nullable(),
  /** Time at which the deletion was noticed. The text stays. */
  deleted_at: moment.nullable(),
  out: z.boolean(),
  reply_to: answered.nullable(),
  /** Candidate's reactions: emoji, or `custom` for Telegram's own. */
  reactions: z.array(z.string()),
  attachments: z.array(attachment),
  /** Outgoing: `planned`, `sending`, `sent`, `failed` (see `error`); incoming: `received`. */
  state: z.enum(['planned', 'sending', 'sent', 'failed', 'received']),
  is_read: z.boolean(),
  error: z.enum(telegramErrors).nullable(),
  /** TG-060 to TG-072 */
  error_text: z.string().nullable(),
  /** Always false for messages of a mailing. */
  may_retry: z.boolean(),
  may_discard: z.boolean(),
  of_mailing: z.boolean(),
  /** Failed; its mailing decides about a resend. */
  decided_in_mailing: z.boolean(),
  sender: z.object({ id: z.number(), name: z.string() }).nullable(),
});
const saidMessage = message.extend({
  /** Same reason as the route `why`. */
  waits: wait.nullable(),
});
export type LastTelegramMessage = z.infer<typeof message>;
export type TelegramMessage = z.infer<typeof saidMessage>;

/** TG-029 */
const dialog = z.object({
  id: z.number(),
  unread_count: z.number().int(),
  is_marked_unread: z.boolean(),
  last_message: message.nullable(),
  last_read_message_id: z.number().nullable(),
  username: z.string().nullable(),
  username_is_masked: z.boolean(),
  name: z.string(),
  profile: z.object({ id: z.number(), name: z.string() }).nullable(),
  account: z.object({
    id: z.number(),
    phone_number: z.string(),
    name: z.string(),
    state: z.enum(['connected', 'signed_out', 'banned', 'removed']),
  }),
  created_at: moment,
  created_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  last_at: moment,
  /** TG-014 */
  needs_attention: z.boolean(),
  /** `not_sent`: our last message failed; `no_answer`: unanswered for a day. */
  attention_reason: z.enum(['not_sent', 'no_answer']).nullable(),
  is_answer_needless: z.boolean(),
  access_type: z.enum(['public', 'private']),
  draft: z.string(),
  /** Increases with each save; 0: no draft so far. */
  draft_version: z.number().int(),
  closed: z.string().nullable(),
  /**
   * `rename`: the username has no known person yet; `link` and `unlink`: connect an unlinked
   * contact to a profile, or undo that.
   */
  permissions: z.object({ edit: z.boolean(), rename: z.boolean(), link: z.boolean(), unlink: z.boolean() }),
});
export type TelegramDialog = z.infer<typeof dialog>;

const uploaded = z.object({ id: z.number(), name: z.string(), size: z.number().int() });
export type TelegramUpload = z.infer<typeof uploaded>;

const target = { access: 'telegram', targets: { id: 'telegram_dialog' } } as const;
const messagePath = `${path}{id}/messages/{message_id}/` as const;
const messageTarget = { access: 'telegram', targets: { id: 'telegram_dialog', message_id: 'telegram_message' } } as const;
const draftVersion = z.number().int().min(0).max(2_147_483_646).optional();
const ofMessage = z.object({ id, message_id: id });
const offset = z.coerce.number().int().min(0).max(1_000_000).default(0);
const most = z.coerce.number().int().min(1).max(100);

export const telegramDialogs = {
  list: chatRoute({ method: 'GET', path, summary: 'Dialogs that the person may see, the latest first', access: 'telegram' })
    .input(
      z.object({
        search: z.string().trim().max(255).optional(),
        created_by_id: id.optional(),
        telegram_account_id: id.optional(),
        profile_id: id.optional(),
        only_unread: flag.default(false),
        only_need_attention: flag.default(false),
        limit: most.default(20),
        offset,
      }),
    )
    .output(z.object({ count: z.number().int(), results: z.array(dialog) })),
  creators: chatRoute({
    method: 'GET',
    path: `${path}creators/`,
    summary: 'Who has begun dialogs that the person may see',
    access: 'telegram',
  }).output(z.object({ creators: z.array(z.object({ id: z.number(), name: z.string() })) })),
  usernames: chatRoute({
    method: 'GET',
    path: `${path}usernames/`,
    summary: 'Usernames of a profile at Telegram, as far as its contacts are open to the person',
    access: 'telegram',
    example: { profile_id: '{profile}' },
  })
    .input(z.object({ profile_id: id }))
    .output(
      z.object({
        usernames: z.array(z.string()),
        is_masked: z.boolean(),
      }),
    ),
  getOrCreate: chatRoute({
    method: 'POST',
    path: `${path}get_or_create/`,
    summary: 'The dialog with a person; one is made where there is none. Whether the username exists shows when the first message is sent',
    access: 'telegram',
    example: { profile_id: '{profile}', username: 'someone_there' },
  })
    .input(
      z.object({
        profile_id: id,
        username: text(255),
        /** Default: the account with the most new dialogs left today. */
        telegram_account_id: id.optional(),
      }),
    )
    .output(dialog.extend({ is_new: z.boolean() })),
  get: chatRoute({ method: 'GET', path: `${path}{id}/`, summary: 'One dialog', ...target })
    .input(z.object({ id }))
    .output(dialog),
  change: chatRoute({
    method: 'PATCH',
    path: `${path}{id}/`,
    summary: 'Change who sees a dialog, or the username of one in which nothing has been sent yet; by who has begun it',
    example: { access_type: 'public' },
    ...target,
  })
    .input(z.object({ id, access_type: z.enum(['public', 'private']).optional(), username: text(255).optional() }))
    .output(dialog),
  linkProfile: chatRoute({
    method: 'PUT',
    path: `${path}{id}/profile/`,
    summary: 'Say whose the dialog with a stranger is; refused where the profile has another username',
    example: { profile_id: '{profile}' },
    ...target,
  })
    .input(z.object({ id, profile_id: id }))
    .output(dialog),
  unlinkProfile: chatRoute({
    method: 'DELETE',
    path: `${path}{id}/profile/`,
    summary: 'Undo that it was said whose a dialog is',
    ...target,
  })
    .input(z.object({ id }))
    .output(dialog),
  messages: chatRoute({
    method: 'GET',
    path: `${path}{id}/messages/`,
    summary: 'Messages of a dialog: pages are counted from the newest, and each is in the order in which it is read',
    ...target,
  })
    .input(
      z.object({
        id,
        limit: most.default(5),
        offset,
        /** Stable paging: `offset` shifts as messages arrive. */
        before_id: id.optional(),
      }),
    )
    /** `changes` increases with each edit, so that clients reload known pages. */
    .output(z.object({ count: z.number().int(), changes: z.number().int(), results: z.array(saidMessage) })),
  search: chatRoute({
    method: 'GET',
    path: `${path}{id}/search/`,
    summary: 'Messages of a dialog that have words which begin with those of the search, the newest first: up to 1,000 of `count`',
    example: { search: 'Monday' },
    ...target,
  })
    .input(z.object({ id, search: z.string().trim().min(1).max(255) }))
    .output(z.object({ count: z.number().int(), message_ids: z.array(z.number()) })),
  attach: chatRoute({
    method: 'POST',
    path: `${path}{id}/attach/`,
    summary: 'Upload a file for a message of this dialog, as a form (file), of up to 5 MB',
    upload: 8 * 1024 * 1024,
    ...target,
  })
    .input(z.object({ id, file: z.file() }))
    .output(uploaded),
  send: chatRoute({
    method: 'POST',
    path: `${path}{id}/send_message/`,
    summary: 'Send a message; the same request_key never sends twice',
    example: { message: 'Hello' },
    ...target,
  })
    .input(
      z.object({
        id,
        message: z.string().trim().max(telegramTextBounds.message).default(''),
        /** Telegram sends one file per message, so several files become several messages. */
        attachment_ids: z.array(id).max(10).default([]),
        reply_to_id: id.optional(),
        request_key: z.string().min(8).max(100).optional(),
        /** Version of the sent draft; newer drafts stay. Default: deletes any draft. */
        draft_version: draftVersion,
      }),
    )
    .output(saidMessage),
  markRead: chatRoute({
    method: 'POST',
    path: `${path}{id}/mark_as_read/`,
    summary: 'Mark what the candidate wrote as read, up to a message',
    example: { max_id: 1 },
    ...target,
  })
    .input(z.object({ id, max_id: id }))
    .output(dialog),
  markUnread: chatRoute({
    method: 'POST',
    path: `${path}{id}/mark_as_unread/`,
    summary: 'Count a dialog as unread until it is opened again: until `mark_as_read`',
    ...target,
  })
    .input(z.object({ id }))
    .output(dialog),
  saveAnswerNeed: chatRoute({
    method: 'POST',
    path: `${path}{id}/answer_need/`,
    summary: 'Say whether the last message of the candidate needs an answer; the dialog asks for attention again once they write more',
    example: { message_id: 1, is_needed: false },
    ...target,
  })
    .input(z.object({ id, message_id: id, is_needed: z.boolean() }))
    .output(dialog),
  downloadAttachment: chatRoute({
    method: 'GET',
    path: `${path}{id}/download_attachment/`,
    summary: 'The file of a message',
    outputStructure: 'detailed',
    example: { message_id: 1 },
    ...target,
  })
    .input(z.object({ id, message_id: id }))
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream) })),
  retry: chatRoute({ method: 'POST', path: `${messagePath}retry/`, summary: 'Send a message again that did not leave', ...messageTarget })
    .input(ofMessage)
    .output(saidMessage),
  loadAttachment: chatRoute({
    method: 'POST',
    path: `${messagePath}load_attachment/`,
    summary: 'Ask at once for the file of a message that did not come; one that is here is left as it is',
    ...messageTarget,
  })
    .input(ofMessage)
    .output(saidMessage),
  discard: chatRoute({ method: 'DELETE', path: messagePath, summary: 'Take away a message that has not left', ...messageTarget })
    .input(ofMessage)
    .output(z.object({})),
  versions: chatRoute({
    method: 'GET',
    path: `${messagePath}versions/`,
    summary: 'What a message said before it was changed at Telegram, the oldest first',
    ...messageTarget,
  })
    .input(ofMessage)
    .output(z.object({ versions: z.array(z.object({ message: z.string(), date: moment })) })),
  why: chatRoute({
    method: 'GET',
    path: `${messagePath}why/`,
    summary: 'Why a message has not gone out yet, and when it will',
    ...messageTarget,
  })
    .input(ofMessage)
    .output(waitReason),
  saveDraft: chatRoute({
    method: 'PUT',
    path: `${path}{id}/draft/`,
    summary:
      'Keep what the person has begun to write; an empty one is taken away. Nothing is overwritten that was saved after `draft_version`, unless it is the text `draft_replaces`',
    example: { message: 'Hello' },
    ...target,
  })
    .input(
      z.object({
        id,
        message: z.string().max(telegramTextBounds.draft),
        /** Base version of the text. Default: overwrites any draft. */
        draft_version: draftVersion,
        /** Unacknowledged earlier save of the same window, which this one also replaces. */
        draft_replaces: z.string().max(telegramTextBounds.draft).optional(),
      }),
    )
    /** Stored draft; if `is_saved` is false, a newer one from elsewhere. */
    .output(z.object({ is_saved: z.boolean(), draft: z.string(), draft_version: z.number().int() })),
  fillTemplate: chatRoute({
    method: 'POST',
    path: `${path}{id}/fill_template/`,
    summary: 'A template of messages as plain text, with its variables filled in for the person',
    example: { template_id: -1 },
    ...target,
  })
    .input(z.object({ id, template_id: wholeNumber({ least: -4, most: Number.MAX_SAFE_INTEGER }) }))
    .output(z.object({ message: z.string(), empty_variables: z.array(z.string()) })),
};
