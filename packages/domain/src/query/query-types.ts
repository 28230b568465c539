/** SRCH-024, SRCH-025. ti: market insights; ext: browser extension; seq: sequence. */
export const queryTypes = ['search', 'ti', 'similar', 'folder', 'ext', 'seq', 'recommended'] as const;
export type QueryType = (typeof queryTypes)[number];

export const typeOfSearch = (type: QueryType, folderId: number | null): QueryType =>
  type === 'search' && folderId !== null ? 'folder' : type;
