export {
  acceptMessages,
  type Bounced,
  confirmMessage,
  returnToPlanner,
  recordBounce,
  recordMessageRefusal,
  recordSoftBounce,
  recordReply,
  resolveMessage,
  settleMessage,
} from '../planner/record-outcomes.ts';
export { findAnsweredByMail, recordPersonWrote } from '../planner/messenger-outcomes.ts';
export type { MailWriter } from '../store/messenger-outcomes.ts';
export {
  recordAcceptance,
  deferMessage,
  failMessage,
  holdBackMessage,
  withdrawFromAccount,
  withdrawForPerson,
  recordUndecided,
  mayLeave,
  recordEarlierReply,
  recordPersonRead,
  recordPersonReply,
  planOtherChannel,
} from '../planner/messenger-outcomes.ts';
