export { type Arming, createArming } from './sending/arming.ts';
export { startMail } from './mail.ts';
export { candidatesByMessaging, candidatesOfSequence } from './store/candidates.ts';
export { latestOfCandidates } from './store/messages.ts';
