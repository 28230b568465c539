export { mergeJob } from './merge-job.ts';
export { detachEverywhere } from './detach-everywhere.ts';
export type { MergeSteps } from './move-all.ts';
export { profileMergeRoutes } from './routes.ts';
export { settleMergeHandler } from './settle.ts';
export { listMergesInto } from './store.ts';
