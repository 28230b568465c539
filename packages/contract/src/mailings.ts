import { rankings } from '@headwater/domain/query/address';
import { z } from 'zod';
import { maxBulk } from './candidates.ts';
import { mailingRecipient, person } from './mailing-recipients.ts';
import { mailingBody, mailingSubject, mailingTemplates, templateView, zone } from './mailing-templates.ts';
import { messageStatuses } from './message-statuses.ts';
import { route } from './route.ts';
import { flag, id, moment, name, optionalText, pages, paging, text } from './validation.ts';

/** MAIL-014. `pending`: launched for a later moment. `sending`: running. */
export const mailingStatuses = ['draft', 'pending', 'sending', 'stopped', 'finished'] as const;
const mailingStatus = z.enum(mailingStatuses);
/** MAIL-015. */
const messagingType = z.enum(['mailing', 'sequence']);

/** MAIL-020, SEND-006: recipients by how far it got. `sent` includes viewed and replied, `viewed` includes replied. */
const totals = z.object({
  draft: z.number().int(),
  sending: z.number().int(),
  not_sent: z.number().int(),
  sent: z.number().int(),
  viewed: z.number().int(),
  replied: z.number().int(),
});

/** MAIL-012, MAIL-013. */
export const mailingList = z.object({
  id: z.number(),
  /** The same as `id`. */
  mailing_list_id: z.number(),
  messaging_type: messagingType,
  name: z.string(),
  status: mailingStatus,
  access_type: z.enum(['public', 'private']),
  folder: z.object({ id: z.number(), name: z.string() }).nullable(),
  templates: z.array(templateView),
  totals,
  recipients_count: z.number().int(),
  /** Whose mailbox it leaves from: who launched it last. */
  sender: person.nullable(),
  /** When the first messages go, where it was launched for later. */
  launch_at: moment.nullable(),
  launched_at: moment.nullable(),
  /** SEQ-018: the status that candidates get when they are launched. */
  after_launch_status_id: z.number().nullable(),
  /** SEND-011: the company puts the link to unsubscribe under each of its messages. */
  unsubscribe_link: z.boolean(),
  created_by: person.nullable(),
  created_at: moment,
  updated_at: moment,
  /** `edit`: change templates and recipients (the list must be stopped for templates), launch and stop it; `remove`: delete it. */
  permissions: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type MailingListView = z.infer<typeof mailingList>;

/** MAIL-016 to MAIL-019. */
const launchInfo = z.object({
  ready_to_launch: z.number().int(),
  ready_to_relaunch: z.object({
    /** Their next message is overdue: it goes as soon as its window opens. */
    with_next_message_occurred: z.number().int(),
    with_next_message_as_planned: z.number().int(),
  }),
  without_email: z.number().int(),
  error_relaunch: z.number().int(),
  /** Of all the above. */
  total: z.number().int(),
  /** Part of without_email: contacts that would first have to be opened. */
  contacts_closed: z.number().int(),
  /** Recipients whose address the company does not write to: their messages would fail with the reason. */
  suppressed: z.number().int(),
  /** Recipients who are also in another running mailing. */
  in_other_mailings: z.number().int(),
  /**
   * Recipients of a running mailing whose follow-ups wait, as an answer to what they got may lie in a mailbox that is not read, and the addresses of
   * those mailboxes. Launching again says that such answers need not be waited for.
   */
  held_follow_ups: z.object({ count: z.number().int(), addresses: z.array(z.string()) }),
  /** Whose mailbox it would leave from: that of the reader. Null: none is connected. */
  sender: z.object({ address: z.string(), daily_limit: z.number().nullable(), gap_seconds: z.number(), sent_today: z.number() }).nullable(),
  /** About when the last first message would have left by the limits of the mailbox. */
  last_first_message_at: moment.nullable(),
});
export type LaunchInfo = z.infer<typeof launchInfo>;

/** SEND-012: now, at a moment, or in so many days. The times, where given, become the window of every message that has none. */
export const sendDelayInfo = z.object({
  type: z.enum(['now', 'planned', 'delay']).default('now'),
  launch_at: moment.nullish(),
  delay_days: z.coerce.number().int().min(0).max(90).nullish(),
  /** 'hh:mm:ss'; what is wrong with them is said under their own names (MAIL-055, MAIL-056). */
  start_time_from: z.string().max(20).nullish(),
  start_time_to: z.string().max(20).nullish(),
  send_time_zone: zone.nullish(),
});

const launched = z.object({ launched: z.number().int(), relaunched: z.number().int(), error_relaunched: z.number().int() });

const added = z.object({
  added_candidate_ids: z.array(z.number()),
  added_profile_ids: z.array(z.number()),
  /** They were in it already. */
  skipped: z.number().int(),
  without_email: z.number().int(),
  /** How many contacts were opened for it. */
  opened_contacts: z.number().int(),
});

/** Whom to add: candidates of vacancies, profiles from a search or a page, or both. */
export const whom = {
  candidate_ids: z.array(id).max(maxBulk).default([]),
  profile_ids: z.array(id).max(maxBulk).default([]),
  source: z.enum(['vacancy', 'search', 'profile']).optional(),
  /** Open the contacts of those whose address is not open yet, as far as the quota goes (one opening a person). */
  open_contacts: flag.default(false),
};

/** All results of a search, at most the first 50,000; query, filters and folderId as the address of the search page holds them. */
export const allFound = {
  query: z.string().max(20_000).default(''),
  filters: z.string().max(20_000).default(''),
  sort: z.enum(rankings).default('relevance'),
  folderId: id.optional(),
  open_contacts: whom.open_contacts,
};
/** The result of the job counts changed, skipped, without_email, suppressed and opened_contacts. */
export const allFoundAnswer = z.object({ job_id: z.number(), name: z.string(), recipients_count: z.number().int() });

export const recipientsAsked = {
  ...paging,
  /** Part of the name or the address. */
  search: optionalText(255).optional(),
  status: z.enum(messageStatuses).optional(),
};
export const recipientPage = z.object({ recipients: z.array(mailingRecipient), count: z.number().int(), pages });

const why = z.object({ reason: z.string(), text: z.string(), expected_at: moment.nullable() });

const list = { access: 'messaging', targets: { id: 'mailing' } } as const;
const recipient = { access: 'messaging', targets: { id: 'recipient' } } as const;
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
    // MAIL-057: a missing one is said under `folder`.
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
    .input(one)
    .output(launchInfo),
  launch: route({
    method: 'POST',
    path: `${lists}{id}/launch/`,
    summary: 'Launch, or launch again, now or for later',
    example: { send_delay_info: { type: 'now' } },
    ...list,
  })
    .input(z.object({ id, send_delay_info: sendDelayInfo.prefault({}), after_launch_status_id: id.nullable().optional() }))
    .output(launched),
  stop: route({ method: 'POST', path: `${lists}{id}/stop/`, summary: 'Stop a mailing list; what has not left does not leave', ...list })
    .input(one)
    .output(mailingList),
  relaunchFailed: route({
    method: 'POST',
    path: `${lists}{id}/relaunch_failed/`,
    summary: 'Send the messages that failed once more',
    ...list,
  })
    .input(one)
    .output(z.object({ error_relaunched: z.number().int() })),
  recipients: route({
    method: 'GET',
    path: `${lists}{id}/recipients/`,
    summary: 'Recipients of a mailing list, the latest added first',
    ...list,
  })
    .input(z.object({ id, ...recipientsAsked }))
    .output(recipientPage),
  addRecipients: route({
    method: 'PUT',
    path: recipients,
    summary: 'Add recipients: candidates of vacancies or profiles',
    access: 'messaging',
    example: { mailing_list_id: '{mailing}', candidate_ids: ['{candidate}'] },
  })
    .input(z.object({ mailing_list_id: id, ...whom }))
    .output(added),
  addAll: route({
    method: 'POST',
    path: `${lists}{id}/recipients/add_all/`,
    summary: 'Add all results of a search to a mailing list, at most the first 50,000',
    example: { query: '', filters: '' },
    ...list,
  })
    .input(z.object({ id, ...allFound }))
    .output(allFoundAnswer),
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
        /** Replaces all values. */
        custom_data: z.record(z.string().max(50), optionalText(1000)).optional(),
        /** Texts for this person alone; `null` for a text goes back to the template's. */
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
        messages: z.array(
          z.object({
            template_id: z.number(),
            subject: z.string(),
            html: z.string(),
            text: z.string(),
            to: z.string().nullable(),
            empty_variables: z.array(z.string()),
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
    .output(why),
  stopRecipient: route({ method: 'POST', path: `${recipients}{id}/stop/`, summary: 'Send nothing more to a recipient', ...recipient })
    .input(one)
    .output(mailingRecipient),
  resumeRecipient: route({
    method: 'POST',
    path: `${recipients}{id}/resume/`,
    summary: 'Go on with a recipient who was stopped by hand',
    ...recipient,
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
        /** MAIL-029, MAIL-030. */
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
