export { listTags, tagIdsOf, type TagRow, tagsMergeStep } from './store.ts';
export { forgetTagsOf, tagJob } from './tag-job.ts';
