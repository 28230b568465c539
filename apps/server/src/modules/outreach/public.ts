export { type Arming, createArming } from './sending/arming.ts';
export { startMail } from './mail.ts';
export { candidatesByMessaging, candidatesOfSequence } from './store/candidates.ts';
export { latestOfCandidates } from './store/messages.ts';
export type { Leaving, Letter, LetterEvent, LetterPort } from './letter-port.ts';
export type { OutgoingMail } from './mailbox-port.ts';
export { unsubscribePlaceholder, unsubscribeWord } from './sending/unsubscribe-link.ts';
export { attachToMailing, filesOfMailing, findSentMessage, lockSentMessage, noteActivity } from './store/letters.ts';
