/**
 * Everything that changes the state of a message, and nothing else does. Each is told which messages it means and leaves alone those from whose state
 * it does not lead (`domain/outreach/transitions`). What that means for a recipient is for `campaigns` to say.
 */
export { bounce, bounceSoftly, noteActivity, reply } from './store/transitions/answers.ts';
export { claim, handOver, postpone, putOff, release, suspect } from './store/transitions/claim.ts';
export { markRead } from './store/transitions/messenger.ts';
export { cancel, holdInHand, move, parkHandedOver, parkResent, withdraw } from './store/transitions/park.ts';
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
  letGoOfRecipients,
  moveInConversation,
  moveToConversation,
  recordDeletion,
  recordFailure,
  refuseWaiting,
  resume,
} from './store/transitions/conversation.ts';
