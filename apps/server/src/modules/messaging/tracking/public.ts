export { createOutboundPolicy } from './outbound-policy.ts';
export { mountTracking } from './mount-tracking.ts';
export { countMachineOpens } from './store.ts';
