export { forgetSavedQueries } from './store.ts';
