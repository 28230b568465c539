export { linksMergeStep } from './store.ts';
