export { reportsMergeStep } from './store.ts';
