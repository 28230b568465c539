export { personValues } from './actions/compose.ts';
export { htmlOfText } from './actions/compose-messenger.ts';
export { addToMailing } from './actions/add-recipients.ts';
export { savePersonalText } from './actions/save-personal-text.ts';
export { mailingListsOf } from './actions/lists-of-vacancies.ts';
export { type RecipientListInput, recipientsOfList } from './actions/recipients-of-list.ts';
export { stopMailingsOf } from './actions/launch.ts';
export { requireMailing } from './actions/require-mailing.ts';
export { createMailing } from './actions/save-mailing.ts';
export { deleteSinglesTo } from './store/single-messages.ts';
export { recipientsJob } from './jobs.ts';
export { planSlices, startPlanner } from './planner/planner.ts';
export type { AddingServices, MailingServices, SimCards } from './services.ts';
export {
  type Channel,
  type Channels,
  type ExplainInput,
  type Explanation,
  explanationOf,
  type Said,
  type Way,
  type Whom,
} from './channel-port.ts';
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
} from './record-outcomes.ts';
export {
  recordAcceptance,
  deferMessage,
  failMessage,
  findAnsweredByMail,
  holdBackMessage,
  withdrawFromAccount,
  withdrawForPerson,
  recordUndecided,
  mayLeave,
  recordEarlierReply,
  recordPersonRead,
  recordPersonReply,
  recordPersonWrote,
  planOtherChannel,
} from './messenger-outcomes.ts';
export type { MailWriter } from './store/messenger-outcomes.ts';
export { outgoingFacts } from './store/files.ts';
export { requireSentCheck, planAgain } from './store/outcomes.ts';
export { type MessagingOfCandidate, messagingOf } from './actions/messaging-of-candidates.ts';
export { recipientsMergeStep } from './store/merging.ts';
