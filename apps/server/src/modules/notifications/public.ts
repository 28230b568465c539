export { ownNotifications } from './own.ts';
