export { type SendingLock, createSendingLock } from './sending-lock.ts';
export { explainMessage, explainSender } from './explain.ts';
export { mayResumeSending } from './resume.ts';
export type { Leases } from './leases.ts';
