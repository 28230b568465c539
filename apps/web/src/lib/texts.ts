import type app from '../app/texts/en.json';
import type aiSearch from '../features/ai-search/texts/en.json';
import type candidateExport from '../features/candidate-export/texts/en.json';
import type deliverability from '../features/deliverability/texts/en.json';
import type editor from '../features/editor/texts/en.json';
import type jobs from '../features/jobs/texts/en.json';
import type mailings from '../features/mailings/texts/en.json';
import type messageGeneration from '../features/message-generation/texts/en.json';
import type messagingStatistics from '../features/messaging-statistics/texts/en.json';
import type outreach from '../features/outreach/texts/en.json';
import type profiles from '../features/profiles/texts/en.json';
import type savedQueries from '../features/saved-queries/texts/en.json';
import type alike from '../features/search/alike/texts/en.json';
import type search from '../features/search/texts/en.json';
import type sendingLimits from '../features/sending-limits/texts/en.json';
import type sequences from '../features/sequences/texts/en.json';
import type suppressions from '../features/suppressions/texts/en.json';
import type survey from '../features/survey/texts/en.json';
import type templates from '../features/templates/texts/en.json';
import type vacancies from '../features/vacancies/texts/en.json';
import type vacancyDescriptions from '../features/vacancy-descriptions/texts/en.json';
import type ui from '../ui/texts/en.json';

/** The typed keys by namespace, which is the name of the folder. Written by `npm run texts`. */
export interface Texts {
  app: typeof app;
  'ai-search': typeof aiSearch;
  'candidate-export': typeof candidateExport;
  deliverability: typeof deliverability;
  editor: typeof editor;
  jobs: typeof jobs;
  mailings: typeof mailings;
  'message-generation': typeof messageGeneration;
  'messaging-statistics': typeof messagingStatistics;
  outreach: typeof outreach;
  profiles: typeof profiles;
  'saved-queries': typeof savedQueries;
  alike: typeof alike;
  search: typeof search;
  'sending-limits': typeof sendingLimits;
  sequences: typeof sequences;
  suppressions: typeof suppressions;
  survey: typeof survey;
  templates: typeof templates;
  vacancies: typeof vacancies;
  'vacancy-descriptions': typeof vacancyDescriptions;
  ui: typeof ui;
}
