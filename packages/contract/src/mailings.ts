import { rankings } from '@headwater/domain/query/rankings';
import { z } from 'zod';
import { maxBulk } from './candidates.ts';
import { launchInput, launched, launchInfo, launchInfoInput, missingValues } from './mailing-launches.ts';
import { mailingRecipient, person, recipientEnds } from './mailing-recipients.ts';
import { mailingBody, mailingSubject, mailingTemplates, templateView } from './mailing-steps.ts';
import { messageStatuses, waitReason } from './message-statuses.ts';
import { route } from './route.ts';
import { stepChannel } from './step-channel.ts';
import { flag, id, moment, name, optionalText, pages, paging, text } from './validation.ts';

/** MAIL-014 */
export const mailingStatuses = ['draft', 'pending', 'sending', 'stopped', 'finished'] as const;
const mailingStatus = z.enum(mailingStatuses);
/** MAIL-015 */
const messagingType = z.enum(['mailing', 'sequence']);

/**
 * MAIL-020, SEND-006: recipients by progress. `sent` includes viewed, `viewed` includes replied;
 * `queued` is the part of `sending` without any message; `not_sent` includes bounced; `failed` can
 * be resent.
 */
const totals = z.object({
  suppressed: z.number().int(),
  draft: z.number().int(),
  sending: z.number().int(),
  not_sent: z.number().int(),
  sent: z.number().int(),
  viewed: z.number().int(),
  replied: z.number().int(),
  queued: z.number().int(),
  failed: z.number().int(),
  bounced: z.number().int(),
  unsubscribed: z.number().int(),
});

/** MAIL-012, MAIL-013 */
export const mailingList = z.object({
  id: z.number(),
  mailing_list_id: z.number(),
  messaging_type: messagingType,
  name: z.string(),
  status: mailingStatus,
  /** Why the product stopped it; null after a stop by a user. */
  stop_reason: z.enum(['company_restored']).nullable(),
  access_type: z.enum(['public', 'private']),
  folder: z.object({ id: z.number(), name: z.string() }).nullable(),
  templates: z.array(templateView),
  totals,
  recipients_count: z.number().int(),
  /** The last launcher, who owns the sending mailbox. */
  sender: person.nullable(),
  launch_at: moment.nullable(),
  launched_at: moment.nullable(),
  /** End of the undo period; nothing leaves before. Null without one. */
  undo_until: moment.nullable(),
  /** SEQ-018 */
  after_launch_status_id: z.number().nullable(),
  /**
   * SIM card for new dialogs; null: the one with the most dialogs left. Existing dialogs keep their
   * card.
   */
  telegram_account_id: z.number().nullable(),
  /** SEND-011 */
  unsubscribe_link: z.boolean(),
  created_by: person.nullable(),
  created_at: moment,
  updated_at: moment,
  /**
   * `edit`: change the list and its recipients, stop; `send`: change recipients' addresses and
   * texts, resume, launch (only the mailbox owner while it runs); `remove`: delete. Resume and
   * launch need the right `mailing_launch` too.
   */
  permissions: z.object({ edit: z.boolean(), send: z.boolean(), remove: z.boolean() }),
});
export type MailingListView = z.infer<typeof mailingList>;

const added = z.object({
  added_candidate_ids: z.array(z.number()),
  added_profile_ids: z.array(z.number()),
  skipped: z.number().int(),
  without_email: z.number().int(),
  opened_contacts: z.number().int(),
});

export const recipientSelection = {
  candidate_ids: z.array(id).max(maxBulk).default([]),
  profile_ids: z.array(id).max(maxBulk).default([]),
  source: z.enum(['vacancy', 'search', 'profile']).optional(),
  /** CONT-023: opens contacts, one opening per person; refused if the quota does not cover all. */
  open_contacts: flag.default(false),
};

/** All search results, at most 50,000; query, filters and folderId as in a search URL. */
export const foundSelection = {
  query: z.string().max(20_000).default(''),
  filters: z.string().max(20_000).default(''),
  sort: z.enum(rankings).default('relevance'),
  folderId: id.optional(),
  open_contacts: recipientSelection.open_contacts,
};
/** The job's result counts changed, skipped, without_email, suppressed and opened_contacts. */
export const addFoundAnswer = z.object({ job_id: z.number(), name: z.string(), recipients_count: z.number().int() });

export const recipientListInput = {
  ...paging,
  search: optionalText(255).optional(),
  status: z
    .preprocess((value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value), z.array(z.enum(messageStatuses)).max(10))
    .optional(),
  ended: z.enum([...recipientEnds, 'none']).optional(),
};
export const recipientPage = z.object({ recipients: z.array(mailingRecipient), count: z.number().int(), pages });

const list = { access: 'messaging', targets: { id: 'mailing' } } as const;
const recipient = { access: 'messaging', targets: { id: 'recipient' } } as const;
const launching = { ...list, access: 'mailing_launch' } as const;
const lists = '/api/v6/mailing_lists/';
const recipients = '/api/v6/mailing_recipients/';
const one = z.object({ id });

const fields = {
  name: name(255).optional(),
  access_type: z.enum(['public', 'private']).optional(),
  after_launch_status_id: id.nullable().optional(),
};
export const mailingFields = fields;
export const templateExample = { subject: 'Hello, {{FIRST_NAME}}', body: '<p>Hello</p>' };

export const mailings = {
  list: route({ method: 'GET', path: lists, summary: 'Mailing lists that the person may see, newest first', access: 'messaging' })
    .input(z.object({ ...paging, folder_id: id.optional(), status: mailingStatus.optional(), search: optionalText(255).optional() }))
    .output(z.object({ mailing_lists: z.array(mailingList), count: z.number().int(), pages })),
  create: route({
    method: 'POST',
    path: lists,
    summary: 'Create a mailing list of a vacancy',
    access: 'messaging',
    example: { folder_id: '{vacancy}', templates: [templateExample] },
  })
    // MAIL-057: reports a missing id under `folder`.
    .input(z.object({ ...fields, folder_id: id.optional(), templates: mailingTemplates.default([]) }))
    .output(mailingList),
  replace: route({
    method: 'PUT',
    path: lists,
    summary: 'Replace the messages of a mailing list as a whole',
    access: 'messaging',
    example: { mailing_list_id: '{mailing}', templates: [templateExample] },
  })
    .input(z.object({ ...fields, mailing_list_id: id, templates: mailingTemplates }))
    .output(mailingList),
  get: route({ method: 'GET', path: `${lists}{id}/`, summary: 'A mailing list', ...list })
    .input(one)
    .output(mailingList),
  update: route({
    method: 'PATCH',
    path: `${lists}{id}/`,
    summary: 'Change a mailing list; its messages only while it does not run',
    example: { name: 'First contact' },
    ...list,
  })
    .input(z.object({ id, ...fields, templates: mailingTemplates.optional() }))
    .output(mailingList),
  remove: route({
    method: 'DELETE',
    path: `${lists}{id}/`,
    summary: 'Delete a mailing list; messages that were sent stay in the history',
    ...list,
  })
    .input(one)
    .output(one),
  launchInfo: route({ method: 'GET', path: `${lists}{id}/launch_info/`, summary: 'Whom a launch would write to', ...list })
    .input(launchInfoInput.extend({ id }))
    .output(launchInfo),
  missingValues: route({
    method: 'GET',
    path: `${lists}{id}/missing_values/`,
    summary: 'How many recipients have no value for a variable, without regard to fallbacks',
    ...list,
  })
    .input(one)
    .output(missingValues),
  launch: route({
    method: 'POST',
    path: `${lists}{id}/launch/`,
    summary: 'Launch, or launch again, now or for later',
    example: { send_delay_info: { type: 'now' } },
    ...launching,
  })
    .input(z.object({ id, ...launchInput, after_launch_status_id: id.nullable().optional() }))
    .output(launched),
  undoLaunch: route({
    method: 'POST',
    path: `${lists}{id}/undo_launch/`,
    summary: 'Undo a launch before its first message leaves: the mailing is as it was before',
    ...list,
  })
    .input(one)
    .output(mailingList),
  stop: route({
    method: 'POST',
    path: `${lists}{id}/stop/`,
    summary: 'Stop a mailing list; what has not left does not leave',
    ...list,
  })
    .input(one)
    .output(mailingList),
  relaunchFailed: route({
    method: 'POST',
    path: `${lists}{id}/relaunch_failed/`,
    summary: 'Send the messages that failed once more',
    ...launching,
  })
    .input(one)
    .output(z.object({ error_relaunched: z.number().int() })),
  recipients: route({
    method: 'GET',
    path: `${lists}{id}/recipients/`,
    summary: 'Recipients of a mailing list, the latest added first',
    ...list,
  })
    .input(z.object({ id, ...recipientListInput }))
    .output(recipientPage),
  addRecipients: route({
    method: 'PUT',
    path: recipients,
    summary: 'Add recipients: candidates of vacancies or profiles',
    access: 'messaging',
    example: { mailing_list_id: '{mailing}', candidate_ids: ['{candidate}'] },
    errors: ['opening_limit'],
  })
    .input(z.object({ mailing_list_id: id, ...recipientSelection }))
    .output(added),
  addAll: route({
    method: 'POST',
    path: `${lists}{id}/recipients/add_all/`,
    summary: 'Add all results of a search to a mailing list, at most the first 50,000',
    example: { query: '', filters: '' },
    errors: ['opening_limit'],
    ...list,
  })
    .input(z.object({ id, ...foundSelection }))
    .output(addFoundAnswer),
  removeRecipients: route({
    method: 'DELETE',
    path: recipients,
    summary: 'Delete recipients and what has not been sent to them',
    access: 'messaging',
    example: { ids: ['{recipient}'] },
  })
    .input(z.object({ ids: z.array(id).min(1).max(maxBulk) }))
    .output(z.object({ removed_ids: z.array(z.number()) })),
  recipient: route({ method: 'GET', path: `${recipients}{id}/`, summary: 'A recipient with all messages', ...recipient })
    .input(one)
    .output(mailingRecipient),
  updateRecipient: route({
    method: 'PATCH',
    path: `${recipients}{id}/`,
    summary: 'Change the address, the values of variables and the drafts of a recipient',
    example: { custom_data: { TOPIC: 'Go' } },
    ...recipient,
  })
    .input(
      z.object({
        id,
        email: text(255).optional(),
        custom_data: z.record(z.string().max(50), optionalText(1000)).optional(),
        /** Individual texts; `null` restores the template's text. */
        messages: z
          .array(z.object({ template_id: id, subject: mailingSubject.nullable().optional(), body: mailingBody.nullable().optional() }))
          .max(20)
          .optional(),
      }),
    )
    .output(mailingRecipient),
  removeRecipient: route({
    method: 'DELETE',
    path: `${recipients}{id}/`,
    summary: 'Delete a recipient and what has not been sent',
    ...recipient,
  })
    .input(one)
    .output(one),
  preview: route({ method: 'GET', path: `${recipients}{id}/preview/`, summary: 'Every message as this recipient gets it', ...recipient })
    .input(one)
    .output(
      z.object({
        values: z.record(z.string(), z.string()),
        messages: z.array(
          z.object({
            template_id: z.number(),
            /** Null: the recipient skips the step. */
            channel: stepChannel.nullable(),
            subject: z.string(),
            html: z.string(),
            text: z.string(),
            to: z.string().nullable(),
            empty_variables: z.array(z.string()),
            /** Used variables that take their value from a past job of the person. */
            past_variables: z.array(z.string()),
          }),
        ),
      }),
    ),
  why: route({
    method: 'GET',
    path: `${recipients}{id}/why/`,
    summary: 'Why the next message to a recipient has not gone out yet, and when it will',
    ...recipient,
  })
    .input(one)
    .output(waitReason),
  stopRecipient: route({
    method: 'POST',
    path: `${recipients}{id}/stop/`,
    summary: 'Send nothing more to a recipient',
    ...recipient,
  })
    .input(one)
    .output(mailingRecipient),
  resumeRecipient: route({
    method: 'POST',
    path: `${recipients}{id}/resume/`,
    summary: 'Go on with a recipient who was stopped by hand',
    ...recipient,
    access: 'mailing_launch',
  })
    .input(one)
    .output(mailingRecipient),
  statuses: route({
    method: 'GET',
    path: '/api/v6/mailing_statuses/',
    summary: 'How far each mailing got with a person, newest first',
    access: 'messaging',
    example: { profile_id: '{profile}' },
  })
    .input(z.object({ profile_id: id }))
    .output(
      z.object({
        /** MAIL-029, MAIL-030 */
        statuses: z.array(
          z.object({
            recipient_id: z.number(),
            candidate_id: z.number().nullable(),
            status: z.enum(messageStatuses),
            status_changed_at: moment,
            messages: z.array(z.object({ send_at: moment, sent_at: moment.nullable(), subject: z.string() })),
            mailing_list: z.object({ id: z.number(), name: z.string(), messaging_type: messagingType }),
          }),
        ),
      }),
    ),
};
