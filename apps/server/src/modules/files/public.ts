export { listAttached } from './store.ts';
