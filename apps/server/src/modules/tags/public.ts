export { listTags, type TagRow } from './store.ts';
export { tagJob } from './tag-job.ts';
