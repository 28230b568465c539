export { raiseNotice, readNotices } from './raise.ts';
export type { NoticePorts } from './visible.ts';
