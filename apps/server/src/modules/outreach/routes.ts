import type { ConnectServices } from './actions/connect-mailbox.ts';
import type { SendServices } from './actions/send-message.ts';
import type { TestServices } from './actions/send-test.ts';
import { draftRoutes } from './draft-routes.ts';
import { mailboxRoutes } from './mailbox-routes.ts';
import { messageRoutes } from './message-routes.ts';

export type OutreachServices = ConnectServices & SendServices & TestServices;

export const outreachRoutes = (services: OutreachServices) => ({
  ...mailboxRoutes(services),
  ...draftRoutes(services),
  ...messageRoutes(services),
});
