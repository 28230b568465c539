export { findNextDuplicates, startDuplicateFinder } from './duplicate-finder.ts';
