export { findOwnSearches } from './own-searches.ts';
export { forgetSavedQueries } from './store.ts';
