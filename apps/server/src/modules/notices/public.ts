export { type Notice, raiseNotice } from './raise.ts';
export type { NoticePorts } from './visible.ts';
