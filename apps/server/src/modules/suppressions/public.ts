export { mountUnsubscribe } from './mount-unsubscribe.ts';
export { createRegistry, type Registry } from './registry.ts';
export { unsubscribedBy } from './store.ts';
export { writeToken } from './token.ts';
