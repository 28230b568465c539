export const callParts = ['visitors', 'search', 'rest'] as const;
export type CallPart = (typeof callParts)[number];

const nouns: Partial<Record<string, CallPart>> = {
  accounts: 'visitors',
  inbox: 'search',
  jobs: 'search',
  notices: 'search',
  search: 'search',
  searchHistory: 'search',
};

export const callPartOf = (noun: string): CallPart => nouns[noun] ?? 'rest';
