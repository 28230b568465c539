export { changeUnlessErased } from '../erased-people.ts';
export { defineMergeStep, type MergePair, type MergeStep } from '../merging.ts';
export { hideProfile, survivorOf } from '../store/merging.ts';
export { announceProfiles } from '../store/changes.ts';
export { saveMergedValues, takeMergedValuesBack } from '../actions/merge-fragments.ts';
