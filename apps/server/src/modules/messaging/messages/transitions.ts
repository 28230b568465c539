/**
 * The only code that changes the state of a message; `campaigns` applies the effect on recipients.
 * Each transition applies only to its source states (`domain/outreach/transitions`).
 */
export { bounce, bounceSoftly, markRead, recordActivity, reply } from './store/transitions/answers.ts';
export { claim, handOver, postpone, putOff, release, suspect } from './store/transitions/claim.ts';
export { cancel, lockInHand, move, parkHandedOver, parkResent, withdraw } from './store/transitions/park.ts';
export { moveBack } from './store/transitions/move-back.ts';
export { plan, planSingle } from './store/transitions/plan.ts';
export { accept, confirm, resolve, settle } from './store/transitions/settle.ts';
export {
  changeFile,
  changeReactions,
  changeText,
  deleteReportedCopy,
  discard,
  enter,
  insertIntoConversation,
  leaveConversation,
  leaveConversations,
  detachRecipients,
  moveInConversation,
  moveToConversation,
  recordDeletion,
  recordFailure,
  refuseWaiting,
  resume,
} from './store/transitions/conversation.ts';
