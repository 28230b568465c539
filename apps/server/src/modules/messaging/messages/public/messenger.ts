export { isUnreadAtTelegram, writtenAs } from '../store/follow-ups.ts';
export { type ConversationMessage, filesToCome, findInConversation } from '../store/transitions/conversation.ts';
export type { FileState, InConversation, MessengerProblem } from '../tables.ts';
export { accountHeard, accountLease, findMessengerMessage, ownerOfMessenger } from '../store/messenger.ts';
export * as transitions from '../transitions.ts';
