export { type AnsweredMessage, findByAddress, findByIncomingIds, findByMessageIds, saveIncoming } from '../store/incoming.ts';
export { assigneesOf } from '../store/assignees.ts';
export { putBackForAll } from '../store/set-aside.ts';
export { markUnread } from '../store/unread.ts';
