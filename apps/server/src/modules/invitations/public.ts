export { closeInvitation } from './store.ts';
