export { changeTags, ensureTags, listTags, tagIdsOf, tagsMergeStep, tagKey, undoTags } from './store.ts';
export { countedTags, profilesTagged } from './search-tags.ts';
export { forgetTagsOf, tagJob } from './tag-job.ts';
