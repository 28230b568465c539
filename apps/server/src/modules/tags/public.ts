export { changeTags, ensureTags, listTags, tagIdsOf, type TagRow, tagsMergeStep, undoTags } from './store.ts';
export { forgetTagsOf, tagJob } from './tag-job.ts';
