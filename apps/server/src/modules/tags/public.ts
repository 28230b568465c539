export { deleteUnusedTags, listTags, tagIdsOf, type TagRow, tagsMergeStep } from './store.ts';
export { tagJob } from './tag-job.ts';
