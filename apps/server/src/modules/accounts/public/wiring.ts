// Names that only the composition root uses.
export { lacksOwnFactor } from '../factor-store.ts';
export { resealAuthenticators } from '../factors.ts';
export { releaseAddresses } from '../release-addresses.ts';
export { endSessions } from '../session-store.ts';
export { reclaimAddresses } from '../store.ts';
