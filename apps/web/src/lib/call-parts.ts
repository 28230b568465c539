/** Parts of the API contract in loading order: visitors, search, the rest. */
export const callParts = ['visitors', 'search', 'rest'] as const;
export type CallPart = (typeof callParts)[number];

const nouns: Partial<Record<string, CallPart>> = {
  accounts: 'visitors',
  jobs: 'search',
  notices: 'search',
  search: 'search',
  searchHistory: 'search',
};

/** The first page does not load calls of later screens. */
export const callPartOf = (noun: string): CallPart => nouns[noun] ?? 'rest';
