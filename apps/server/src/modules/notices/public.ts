export { type Notice, ofFrozen, ofTelegram, raiseNotice, readNotices } from './raise.ts';
export type { NoticePorts } from './visible.ts';
