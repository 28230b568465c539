export { type AnsweredMessage, findByAddress, findByIncomingIds, findByMessageIds, saveIncoming } from '../store/incoming.ts';
export { markUnread } from '../store/unread.ts';
