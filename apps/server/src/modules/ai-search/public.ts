export { aiSearchRoutes } from './routes.ts';
export { createRuns } from './runs.ts';
export { trainHandler } from './training.ts';
