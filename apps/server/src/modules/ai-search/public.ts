export { aiSearchRoutes } from './routes.ts';
export { withoutContacts } from './proposal/understand.ts';
export { createRuns } from './runs.ts';
export { trainHandler } from './training.ts';
