export { changeTags, ensureTags, listTags, tagIdsOf, tagsMergeStep, undoTags } from './store.ts';
export { forgetTagsOf, tagJob } from './tag-job.ts';
