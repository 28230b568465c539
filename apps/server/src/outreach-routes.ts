import { createRateLimit } from '#platform/rate-limit.ts';
import type { SendServices } from '#modules/messaging/campaigns/actions/send-message.ts';
import type { TestServices } from '#modules/messaging/delivery/send-test.ts';
import { draftRoutes } from '#modules/messaging/campaigns/draft-routes.ts';
import { mailboxRoutes, type MailboxServices } from '#modules/messaging/channels/mailbox-routes.ts';
import { type MessageServices, messageRoutes } from '#modules/messaging/delivery/message-routes.ts';
import { testRoutes } from '#modules/messaging/delivery/test-routes.ts';
import { threadRoutes } from '#modules/messaging/messages/thread-routes.ts';

export type OutreachServices = Omit<MailboxServices, 'connectTries'> & TestServices & SendServices & MessageServices;

export const outreachRoutes = (services: OutreachServices) => ({
  ...mailboxRoutes({ ...services, connectTries: createRateLimit({ clock: services.clock, windowMs: 60_000 }) }),
  ...draftRoutes(services),
  ...messageRoutes(services),
  ...testRoutes(services),
  ...threadRoutes(services),
});

export { sendingLimitRoutes } from '#modules/messaging/delivery/limit-routes.ts';
export { mailServiceRoutes } from '#modules/messaging/channels/mail-service-routes.ts';
