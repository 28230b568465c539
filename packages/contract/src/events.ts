import type { ApiArea } from '@headwater/domain/api-scopes';
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { route } from './route.ts';

/**
 * `open`: first event, which proves that the stream works. `alive`: every 15 s. `resync`: events
 * were missed, so clients reload everything.
 */
export const eventTopics = [
  'open',
  'alive',
  'job',
  'candidates',
  'vacancies',
  'messages',
  'inbox',
  'mailings',
  'templates',
  'comments',
  'candidate_tasks',
  'tags',
  'merges',
  'ai_search',
  'enrichment',
  'duplicates',
  'notices',
  'telegram_dialogs',
  'telegram_drafts',
  'telegram_accounts',
  'ats',
  'resync',
] as const;
export type EventTopic = (typeof eventTopics)[number];

/** Scope that an API token needs for the topic; null: no data. */
export const areaOfTopic: Readonly<Record<EventTopic, ApiArea | null>> = {
  open: null,
  alive: null,
  resync: null,
  job: 'company',
  notices: 'company',
  ats: 'vacancies',
  candidates: 'vacancies',
  vacancies: 'vacancies',
  comments: 'vacancies',
  candidate_tasks: 'vacancies',
  messages: 'messaging',
  inbox: 'messaging',
  mailings: 'messaging',
  templates: 'messaging',
  telegram_dialogs: 'messaging',
  telegram_drafts: 'messaging',
  telegram_accounts: 'messaging',
  tags: 'profiles',
  merges: 'profiles',
  enrichment: 'profiles',
  duplicates: 'profiles',
  ai_search: 'search',
};

/**
 * Event `message` of the stream. It has ids only; clients reload the data with their own rights.
 */
export const serverEvent = z.object({
  topic: z.enum(eventTopics),
  /**
   * Changed ids. `candidates` names vacancies; `ats`, `comments`, `tags` and `merges` name profiles.
   * Empty: too many.
   */
  ids: z.array(z.number()),
  /** `open` only: milliseconds since the last event for this user. */
  quiet_ms: z.number().int().nonnegative().optional(),
});
export type ServerEvent = z.infer<typeof serverEvent>;

export const events = {
  stream: route({
    method: 'GET',
    path: '/api/v6/events/',
    summary:
      'Server-sent events: what changed in the own company, of the areas that an API token may read. Ends now and then; whoever listens reconnects',
    access: 'signed_in',
  }).output(eventIterator(serverEvent)),
};
