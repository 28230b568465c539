import type { ApiArea } from '@headwater/domain/api-scopes';
import { contract } from './contract.ts';

const areas: Partial<Record<keyof typeof contract, ApiArea>> = {
  aiSearch: 'search',
  marketInsights: 'search',
  savedQueries: 'search',
  search: 'search',
  searchHistory: 'search',
  smartFolders: 'search',
  duplicates: 'profiles',
  enrichment: 'profiles',
  files: 'profiles',
  privacy: 'profiles',
  profileCreation: 'profiles',
  profileEnrichment: 'profiles',
  profileEvents: 'profiles',
  profileFragments: 'profiles',
  profileLinks: 'profiles',
  profileLookups: 'profiles',
  profileMerges: 'profiles',
  profileReports: 'profiles',
  profiles: 'profiles',
  atsImports: 'profiles',
  tableImports: 'profiles',
  tags: 'profiles',
  ats: 'vacancies',
  candidateExport: 'vacancies',
  candidateTasks: 'vacancies',
  candidates: 'vacancies',
  comments: 'vacancies',
  fitNotes: 'vacancies',
  rejectionReasons: 'vacancies',
  shortlists: 'vacancies',
  statuses: 'vacancies',
  vacancies: 'vacancies',
  vacancyDescriptions: 'vacancies',
  deliverability: 'messaging',
  llmMailings: 'messaging',
  mailServices: 'messaging',
  mailings: 'messaging',
  messageGeneration: 'messaging',
  messagingSettings: 'messaging',
  messagingStatistics: 'messaging',
  mixmax: 'messaging',
  outreach: 'messaging',
  sendingLimits: 'messaging',
  sequences: 'messaging',
  suppressions: 'messaging',
  telegramAccounts: 'messaging',
  telegramDialogs: 'messaging',
  templates: 'messaging',
};

export const routeName = (method: string, path: string) => `${method} ${path}`;

interface Declared {
  '~orpc': { route: { method?: string; path?: string } };
}

const namesIn = (node: object): string[] =>
  '~orpc' in node
    ? [(node as Declared)['~orpc'].route].map(({ method = '', path = '' }) => routeName(method, path))
    : Object.values(node as Record<string, object>).flatMap(namesIn);

export const areaOfRoute: ReadonlyMap<string, ApiArea> = new Map(
  Object.entries(contract).flatMap(([noun, routes]) =>
    namesIn(routes).map((name) => [name, areas[noun as keyof typeof contract] ?? 'company'] as const),
  ),
);
