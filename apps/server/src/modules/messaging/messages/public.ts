export { type Earlier, needsOpening, requireEarlier } from './actions/earlier-message.ts';
export { presentMany, presentWhole } from './actions/list-messages.ts';
export type { LeavingMessage, OutboundDecision, MessageActivity, OutboundPolicy } from './outbound-policy.ts';
export { detailText, leftAt, messageError } from './present.ts';
export {
  type CandidateMessaging,
  candidatesOfSequence,
  latestOfCandidates,
  messagingOfCandidates,
  newestOfCandidates,
} from './store/candidates.ts';
export { insertEvent, insertEvents, notBeforeSent } from './store/events.ts';
export {
  isFollowUp,
  isUnreadAtTelegram,
  listUnread,
  lockMailbox,
  type ReadState,
  unreadMailboxes,
  wasWrittenTo,
  writtenAs,
} from './store/follow-ups.ts';
export { type ConversationMessage, filesToCome, findInConversation } from './store/transitions/conversation.ts';
export type { Changed } from './store/transitions/change.ts';
export type { ClaimedMessage } from './store/transitions/claim.ts';
export type { PlannedMessage } from './store/transitions/plan.ts';
export type { Settlement } from './store/transitions/settle.ts';
export * as transitions from './transitions.ts';
export { isClosedTo } from './store/closed-address.ts';
export { type AnsweredMessage, findByAddress, findByIncomingIds, findByMessageIds, hasReplied, saveIncoming } from './store/incoming.ts';
export { findSentMessage, lockSentMessage } from './store/sent-message.ts';
export { type MessageRow, findMessage, listMessages, listReplies, mayReadMessage, readerOf, visibleMessageIds } from './store/messages.ts';
export type { ProgressView } from './store/progress.ts';
export { sendingRates } from './store/sending-rates.ts';
export { hasUnsubscribed, suppressionOf } from './store/suppressed.ts';
export { markRead, markUnread, unreadMergeStep } from './store/unread.ts';
export { mailingOpenTo, messageSeenBy } from './store/visibility.ts';
export type { EmailProblem, FileState, InConversation, MailingStatus, MessageTables, MessengerProblem, OfRecipient } from './tables.ts';
export { linkUnsubscribe, unsubscribePlaceholder, unsubscribeWord } from './unsubscribe-link.ts';
export { accountHeard, accountLease, findMessengerMessage, isUntouched, ownerOfMessenger } from './store/messenger.ts';
export { announceMessage, announceMessages } from './announce.ts';
