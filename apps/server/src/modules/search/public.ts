export { allResultIds, type AllResultsInput } from './actions/all-results.ts';
export type { SearchContext } from './actions/run.ts';
export { createSearchService, type SearchService } from './service.ts';
export { createDocumentSource } from './source.ts';
