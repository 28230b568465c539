export type { LeavingMessage, OutboundDecision, MessageActivity, OutboundPolicy } from '../outbound-policy.ts';
export { isFollowUp } from '../store/follow-ups.ts';
export type { ClaimedMessage } from '../store/transitions/claim.ts';
export { lockSentMessage } from '../store/sent-message.ts';
export { sendingRates } from '../store/sending-rates.ts';
