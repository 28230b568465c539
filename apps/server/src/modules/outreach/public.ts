export { startMail } from './mail.ts';
export { latestOfCandidates } from './store/messages.ts';
