export { type SendingLock, createSendingLock, pausedSending } from './sender/sending-lock.ts';
export { createEmailChannel } from './channel.ts';
export { explainSender } from './limits/explain-message.ts';
export { mayResumeSending } from './sender/resume-sending.ts';
export type { Leases } from './sender/leases.ts';
