/** Parts of the API that come one after another: what a visitor calls, what the search does, and all the rest. */
export const callParts = ['visitors', 'search', 'rest'] as const;
export type CallPart = (typeof callParts)[number];

const nouns: Partial<Record<string, CallPart>> = {
  accounts: 'visitors',
  jobs: 'search',
  notices: 'search',
  search: 'search',
  searchHistory: 'search',
};

/** The first page does not wait for the calls of screens behind it. */
export const callPartOf = (noun: string): CallPart => nouns[noun] ?? 'rest';
