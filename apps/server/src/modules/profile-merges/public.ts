export { mergeJob } from './merge-job.ts';
export { takeOut } from './take-out.ts';
export type { MergeSteps } from './move-all.ts';
export { profileMergeRoutes } from './routes.ts';
export { settleMergeHandler } from './settle.ts';
export { listMergesInto } from './store.ts';
