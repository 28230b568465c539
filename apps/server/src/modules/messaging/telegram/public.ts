export { resealSessions } from './sessions.ts';
export type { Messenger } from './messenger-port.ts';
export { telegramMergeStep } from './merging.ts';
export { forgetDialogs } from './forget-dialogs.ts';
export { candidatesByMessaging, messagingByChannels } from './actions/candidate-messaging.ts';
export { type LatestDialog, latestDialogs } from './store/latest.ts';
export { dialogOpenTo, mayKnowDialogs } from './store/visibility.ts';
export { visibleDialogs } from './actions/visible-dialogs.ts';
export { isMessageLeaving } from './store/forgotten.ts';
