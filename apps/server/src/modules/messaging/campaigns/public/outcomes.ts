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
} from '../record-outcomes.ts';
export { findAnsweredByMail, recordPersonWrote } from '../messenger-outcomes.ts';
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
} from '../messenger-outcomes.ts';
