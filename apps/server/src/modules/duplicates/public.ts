export { startDuplicateFinder } from './duplicate-finder.ts';
export { findNextDuplicates } from './find-next.ts';
