export { type CandidateMessaging, latestOfCandidates, messagingOfCandidates, newestOfCandidates } from '../store/candidates.ts';
