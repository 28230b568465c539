export { bannedAmong } from './store.ts';
