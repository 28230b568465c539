export { type Earlier, needsOpening, requireEarlier } from './actions/earlier-message.ts';
export { presentMany, presentWhole } from './actions/list-messages.ts';
export type { Leaving, Letter, LetterEvent, LetterPort } from './letter-port.ts';
export { detailText, leftAt, messageError } from './present.ts';
export { type Bounced, markBounced, markRefused, markSoftBounced } from './store/bounces.ts';
export { type CandidateMessaging, candidatesByMessaging, candidatesOfSequence, messagingOfCandidates } from './store/candidates.ts';
export {
  type ClaimedMessage,
  type MailboxWork,
  askAfterDue,
  claimNext,
  endWaiting,
  holdInHand,
  isFollowUp,
  leaveUndecided,
  lockMailbox,
  mailboxesWithWork,
  markHandedOver,
  moveWaiting,
  nextSendings,
  postpone,
  putOff,
  settle,
  settleSent,
  takeBack,
} from './store/claims.ts';
export { isClosedTo } from './store/closed.ts';
export { leaveResentUndecided } from './store/doubts.ts';
export { type AnsweredMessage, findByAddress, findByMessageIds, keepIncoming, markReplied, noteLeft } from './store/incoming.ts';
export { attachToMailing, findSentMessage, letterFacts, lockSentMessage, noteActivity } from './store/letters.ts';
export { mailingsOf } from './store/mass.ts';
export {
  type MessageReader,
  type MessageRow,
  decide,
  findByRequestKey,
  findMessage,
  insertEvent,
  insertEvents,
  insertSingle,
  latestOfCandidates,
  listMessages,
  listReplies,
  mayReadMessage,
  notBeforeSent,
} from './store/messages.ts';
export { sendingRates } from './store/rates.ts';
export { hasUnsubscribed, suppressionOf } from './store/suppressed.ts';
export type { EmailProblem, MailingStatus, OutreachTables } from './tables.ts';
export { linkUnsubscribe, unsubscribePlaceholder, unsubscribeWord } from './unsubscribe-link.ts';
