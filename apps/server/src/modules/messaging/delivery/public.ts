export { type SendingLock, createSendingLock, pausedSending } from './sending-lock.ts';
export { createEmailChannel } from './channel.ts';
export { explainSender } from './explain-message.ts';
export { mayResumeSending } from './resume-sending.ts';
export type { Leases } from './leases.ts';
