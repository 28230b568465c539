export { mergeJob } from './merge-job.ts';
export { takeMergeBack } from './merge.ts';
export type { MergeSteps } from './move-all.ts';
export { profileMergeRoutes } from './routes.ts';
export { settleMergeHandler } from './settle.ts';
export { listMergesInto, listMergesOf } from './store.ts';
