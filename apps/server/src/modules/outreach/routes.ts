import { createRateLimit } from '#platform/rate-limit.ts';
import type { SendServices } from './actions/send-message.ts';
import type { TestServices } from './actions/send-test.ts';
import { draftRoutes } from './draft-routes.ts';
import { mailboxRoutes, type MailboxServices } from './mailbox-routes.ts';
import { type MessageServices, messageRoutes } from './message-routes.ts';
import { testRoutes } from './test-routes.ts';
import { threadRoutes } from './thread-routes.ts';

export type OutreachServices = Omit<MailboxServices, 'connectTries'> & TestServices & SendServices & MessageServices;

export const outreachRoutes = (services: OutreachServices) => ({
  ...mailboxRoutes({ ...services, connectTries: createRateLimit({ clock: services.clock, windowMs: 60_000 }) }),
  ...draftRoutes(services),
  ...messageRoutes(services),
  ...testRoutes(services),
  ...threadRoutes(services),
});

export { sendingLimitRoutes } from './limit-routes.ts';
export { mailServiceRoutes } from './mail-service-routes.ts';
