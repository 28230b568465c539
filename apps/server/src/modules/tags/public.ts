export { changeTags, countedTags, ensureTags, listTags, profilesTagged, tagIdsOf, tagsMergeStep, tagKey, undoTags } from './store.ts';
export { forgetTagsOf, tagJob } from './tag-job.ts';
