export { listUnreadable } from './store/unreadable.ts';
