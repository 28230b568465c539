export { allResultIds, type AllResultsInput } from './actions/all-results.ts';
export { countProfiles, findProfiles } from './actions/find-profiles.ts';
export type { SearchContext } from './actions/run.ts';
export { setSearchHeaders } from './headers.ts';
export { shownFacets } from './present-facets.ts';
export { canonicalSearch } from './query/canonical.ts';
export { createSearchService, type SearchService } from './service.ts';
export { createDocumentSource } from './source.ts';
export { findSearch } from './store/events.ts';
