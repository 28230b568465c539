import type { SendServices } from './actions/send-message.ts';
import { draftRoutes } from './draft-routes.ts';
import { mailboxRoutes, type MailboxServices } from './mailbox-routes.ts';
import { messageRoutes } from './message-routes.ts';

export type OutreachServices = MailboxServices & SendServices;

export const outreachRoutes = (services: OutreachServices) => ({
  ...mailboxRoutes(services),
  ...draftRoutes(services),
  ...messageRoutes(services),
});

export { sendingLimitRoutes } from './limit-routes.ts';
export { mailServiceRoutes } from './mail-service-routes.ts';
