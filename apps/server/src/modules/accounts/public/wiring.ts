// Names that only the composition root uses.
export { lacksOwnFactor } from '../store/factors.ts';
export { resealAuthenticators } from '../sign-in/factors.ts';
export { releaseAddresses } from '../users/release-addresses.ts';
export { endSessions } from '../store/sessions.ts';
export { reclaimAddresses } from '../store/users.ts';
