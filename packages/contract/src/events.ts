import type { ApiArea } from '@headwater/domain/api-scopes';
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { route } from './route.ts';

/**
 * What has changed. `open`: the first word of each stream, so that it is known to get through. `alive`: nothing, said every 15 s, so that a line
 * which has died is told from one with no news. `resync`: events were missed, so everything shown may be out of date.
 */
export const eventTopics = [
  'open',
  'alive',
  'job',
  'candidates',
  'vacancies',
  'messages',
  'mailings',
  'templates',
  'comments',
  'tags',
  'merges',
  'ai_search',
  'enrichment',
  'duplicates',
  'notices',
  'telegram_dialogs',
  'telegram_drafts',
  'telegram_accounts',
  'resync',
] as const;
export type EventTopic = (typeof eventTopics)[number];

/** What an API token must be open for to hear of it, besides the stream; null: it says nothing of anything. */
export const areaOfTopic: Readonly<Record<EventTopic, ApiArea | null>> = {
  open: null,
  alive: null,
  resync: null,
  job: 'company',
  notices: 'company',
  candidates: 'vacancies',
  vacancies: 'vacancies',
  comments: 'vacancies',
  messages: 'messaging',
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

/** One line of the stream (event name `message`). Carries ids only: whoever shows them reads them again with their own rights. */
export const serverEvent = z.object({
  topic: z.enum(eventTopics),
  /**
   * Jobs, vacancies, messages, mailings, templates, enrichment requests, dialogs (also of drafts) or accounts at Telegram that changed; of `candidates` the vacancies that hold them, of `comments`,
   * `tags` and `merges` the profiles. Empty: too many to name.
   */
  ids: z.array(z.number()),
  /** Of `open`: for so many milliseconds nothing has happened of which the reader would have heard. */
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
