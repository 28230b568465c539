export { aiSearchRoutes } from './routes.ts';
export { withoutContacts } from './proposal/understand.ts';
export { relearnHandler, runHandler, trainHandler } from './tasks.ts';
export { feedbackMergeStep, forgetAiSearches } from './store.ts';
