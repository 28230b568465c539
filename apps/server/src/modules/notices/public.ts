export { raiseNotice, readNotices } from './raise.ts';
export { keepUnread } from './store.ts';
export type { NoticePorts } from './visible.ts';
