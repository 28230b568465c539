/**
 * SRCH-024, SRCH-025: where a search comes from. search: the form; ti: market insights; similar: people like one person; folder: inside a
 * vacancy; ext: the browser extension; seq: inside a sequence; recommended: people like those of a vacancy or those looked at lately.
 */
export const queryTypes = ['search', 'ti', 'similar', 'folder', 'ext', 'seq', 'recommended'] as const;
export type QueryType = (typeof queryTypes)[number];

/** A search of the form in the context of a vacancy is one of that vacancy. */
export const typeOfSearch = (type: QueryType, folderId: number | null): QueryType =>
  type === 'search' && folderId !== null ? 'folder' : type;
