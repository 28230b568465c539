export { type Arming, createArming } from './arming.ts';
export { explainMessage, explainSender } from './explain.ts';
export { mayResumeSending } from './resume.ts';
export type { Leases } from './leases.ts';
