import { backupFailureReasons } from '@headwater/domain/backups';
import { alertFailures, noticeKinds } from '@headwater/domain/notices';
import { reviewDecisions } from '@headwater/domain/vacancies/shortlists';
import { z } from 'zod';
import { route } from './route.ts';
import { flag, id, moment, pages, paging } from './validation.ts';

const path = '/api/v6/notices/';
const kind = z.enum(noticeKinds);

/**
 * Facts of a notice by kind. `detail` is the part of the sentence that has no other source; the
 * person and the object (message, job, SIM card, comment, saved query, vacancy or task) are columns.
 */
export const noticePayload = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reply'), channel: z.enum(['email', 'telegram']) }),
  z.object({ kind: z.literal('job') }),
  z.object({ kind: z.literal('mailbox'), detail: z.string() }),
  z.object({ kind: z.literal('messenger'), detail: z.string(), is_frozen: z.boolean() }),
  z.object({ kind: z.literal('limit'), detail: z.enum(['profiles', 'contacts']) }),
  z.object({ kind: z.literal('mention') }),
  z.object({ kind: z.literal('statistics'), detail: z.string() }),
  z.object({
    kind: z.literal('search'),
    count: z.number().int(),
    profile_ids: z.array(z.number()),
    failure: z.enum(alertFailures).nullable().default(null),
  }),
  z.object({ kind: z.literal('task'), is_due: z.boolean() }),
  /** A colleague assigned a conversation to the user. */
  z.object({ kind: z.literal('conversation') }),
  z.object({ kind: z.literal('review'), decision: z.enum(reviewDecisions).nullable(), detail: z.string() }),
  /** A vacancy was shared with a hiring manager. */
  z.object({ kind: z.literal('vacancy') }),
  /** A backup failed. */
  z.object({ kind: z.literal('installation'), detail: z.enum(backupFailureReasons) }),
]);
export type NoticePayload = z.infer<typeof noticePayload>;

const notice = z.object({
  id: z.number(),
  kind,
  created_at: moment,
  is_read: z.boolean(),
  person: z.object({ id: z.number(), name: z.string() }).nullable(),
  job: z
    .object({
      id: z.number(),
      kind: z.string(),
      status: z.enum(['done', 'failed']),
      count: z.number().int(),
      /** Vacancy, mailing or file; empty if the job has none. */
      place: z.string(),
    })
    .nullable(),
  dialog_id: z.number().nullable(),
  /** Vacancy that was shared, or that has the short list. */
  vacancy_id: z.number().nullable(),
  /** Null: the short list waits for a review. */
  decision: z.enum(reviewDecisions).nullable(),
  is_frozen: z.boolean(),
  /** False: a task that a colleague assigned. */
  is_due: z.boolean(),
  /** New people of a saved search. `people`: the first that the reader may see. */
  search: z
    .object({
      id: z.number(),
      place: z.string(),
      count: z.number().int(),
      /** Null: the alert found new people. */
      failure: z.enum(alertFailures).nullable(),
      people: z.array(z.object({ id: z.number(), name: z.string() })),
    })
    .nullable(),
  /**
   * Mailbox address, SIM card's phone, Telegram name of an unlinked contact, `profiles` or
   * `contacts` of a limit, the mentioning colleague, the reviewer or the vacancy of a short list, a
   * shared vacancy, the title of a task, the sentence of an alert, a search's name, or why a backup failed.
   */
  detail: z.string(),
});
export type NoticeView = z.infer<typeof notice>;

const settings = z.object({ kind, in_app: z.boolean(), email: z.boolean(), push: z.boolean() });
const allSettings = z.object({
  settings: z.array(settings),
  email_available: z.boolean(),
  /** RFC 8292 key for push subscriptions; null without push, and during impersonation. */
  push_key: z.string().nullable(),
});
export type NoticeSettings = z.infer<typeof allSettings>;

const browser = z.object({
  id: z.number(),
  is_current: z.boolean(),
  agent: z.string().nullable(),
  created_at: moment,
});
export type PushBrowser = z.infer<typeof browser>;

const bytes = (length: number) => z.base64url().max(Math.ceil((length * 4) / 3));
const browsersPath = `${path}browsers/` as const;
const ofBrowsers = { access: 'signed_in', personal: true } as const;

const nothing = z.object({});

/**
 * Notices of the current user, without people and vacancies that are no longer visible.
 * Impersonating staff do not mark them as read.
 */
export const notices = {
  list: route({ method: 'GET', path, summary: 'Own notices, the newest first', access: 'signed_in' })
    .input(z.object({ ...paging, kind: kind.optional(), unread: flag.optional() }))
    .output(z.object({ notices: z.array(notice), count: z.number().int(), pages })),
  unread: route({ method: 'GET', path: `${path}unread/`, summary: 'How many own notices are unread', access: 'signed_in' }).output(
    z.object({ count: z.number().int() }),
  ),
  markRead: route({
    method: 'POST',
    path: `${path}{id}/read/`,
    summary: 'Mark an own notice as read, or as unread; answers the notice',
    access: 'signed_in',
    targets: { id: 'notice' },
    example: { is_read: true },
  })
    .input(z.object({ id, is_read: z.boolean().default(true) }))
    .output(notice),
  markAllRead: route({
    method: 'POST',
    path: `${path}read/`,
    summary: 'Mark own notices as read, up to the newest that was seen',
    access: 'signed_in',
    example: { up_to: 1 },
  })
    .input(z.object({ up_to: id }))
    .output(nothing),
  getSettings: route({
    method: 'GET',
    path: `${path}settings/`,
    summary: 'Where the current user is told of each kind',
    access: 'signed_in',
  }).output(allSettings),
  saveSettings: route({
    method: 'PATCH',
    path: `${path}settings/`,
    summary: 'Set where the current user is told of a kind',
    access: 'signed_in',
    example: { kind: 'reply', email: true },
  })
    .input(z.object({ kind, in_app: z.boolean().optional(), email: z.boolean().optional(), push: z.boolean().optional() }))
    .output(allSettings),
  listBrowsers: route({
    method: 'GET',
    path: browsersPath,
    summary: 'Browsers that show what the current user is told, the newest first',
    ...ofBrowsers,
  }).output(z.object({ browsers: z.array(browser) })),
  addBrowser: route({
    method: 'POST',
    path: browsersPath,
    summary: 'Show what the current user is told in this browser, for as long as it is signed in',
    example: { endpoint: 'https://push.example.com/7', p256dh: 'BA', auth: 'AA' },
    ...ofBrowsers,
  })
    .input(z.object({ endpoint: z.url({ protocol: /^https?$/ }).max(1000), p256dh: bytes(65), auth: bytes(16) }))
    .output(browser),
  removeBrowser: route({
    method: 'DELETE',
    path: `${browsersPath}{id}/`,
    summary: 'Show nothing in an own browser any more',
    targets: { id: 'browser' },
    ...ofBrowsers,
  })
    .input(z.object({ id }))
    .output(nothing),
};
