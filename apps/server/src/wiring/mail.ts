import { type Core, defineContext } from './core.ts';
import { mailLeases, openConsentProviders, openMailProvider, type SandboxPorts, sandboxServers } from './adapters.ts';
import { startMail } from './mail-loops.ts';
import type { AtsRouteServices } from '#modules/ats/routes.ts';
import { fileReader, imageReader } from '#modules/files/read-images.ts';
import type { Channels } from '#modules/messaging/campaigns/public/channel.ts';
import { planAgain } from '#modules/messaging/campaigns/store/outcomes.ts';
import { type RecipientListInput, recipientsOfList } from '#modules/messaging/campaigns/recipients/recipients-of-list.ts';
import type { draftRoutes } from '#modules/messaging/campaigns/draft-routes.ts';
import { acceptConsent } from '#modules/messaging/channels/actions/consent.ts';
import { resealMailboxes } from '#modules/messaging/channels/connections.ts';
import { mailServiceRoutes } from '#modules/messaging/channels/mail-service-routes.ts';
import { mailboxRoutes } from '#modules/messaging/channels/mailbox-routes.ts';
import { sendingStop } from '#modules/messaging/channels/actions/revoke-access.ts';
import { sendingLimitRoutes } from '#modules/messaging/delivery/sending-limit-routes.ts';
import { messageRoutes } from '#modules/messaging/delivery/message-routes.ts';
import { explainSender, type SendingLock } from '#modules/messaging/delivery/public.ts';
import { testRoutes } from '#modules/messaging/delivery/test-message-routes.ts';
import { announceMessage, announceMessages } from '#modules/messaging/messages/announce.ts';
import type { OutboundPolicy } from '#modules/messaging/messages/public/sending.ts';
import { inboxRoutes, threadRoutes } from '#modules/messaging/messages/thread-routes.ts';
import { inConversation } from '#modules/messaging/telegram/public.ts';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/store.ts';
import { createRateLimit } from '#platform/rate-limit.ts';
import { candidatesOfMessages } from './vacancies.ts';

interface MailNeeds {
  sendingLock: SendingLock;
  policy: OutboundPolicy;
  files: FileStore;
  draftRoutes: ReturnType<typeof draftRoutes>;
  channels: Channels;
  demo: SandboxPorts | undefined;
  readMailEveryMs: number | undefined;
}

export function wireMail({ database, clock, counts, log, secrets, env }: Core, needs: MailNeeds) {
  const { sendingLock, policy, files, demo, channels, readMailEveryMs = 60_000 } = needs;
  const campaigns = { maySend: (tx: Tx) => sendingLock.maySend(tx), channels, explainSender };
  const consents = openConsentProviders(env, clock, demo);
  const services = {
    consents,
    policy,
    readFile: fileReader({ database, files }),
    sendingLock,
    maySend: campaigns.maySend,
    channels,
    inConversation,
    database,
    clock,
    secrets,
    provider: openMailProvider(env, consents, demo),
    demoServers: demo && sandboxServers(demo),
    ...candidatesOfMessages,
    announce: announceMessage,
    announceMany: announceMessages,
    planAgain,
    recipientsOfList: (tx: Tx, actor: Actor, input: RecipientListInput) => recipientsOfList(tx, { actor, services: campaigns }, input),
  };
  const work = { ...services, readImage: imageReader({ database, files }), leases: mailLeases(env), log };
  return {
    ...defineContext({
      routes: {
        mailServices: mailServiceRoutes({ ...services, publicUrl: env.HEADWATER_URL, brandings: env.brandings }),
        outreach: {
          ...mailboxRoutes({
            ...services,
            connectTries: createRateLimit({ name: 'connected mailboxes', clock, counts, windowMs: 60_000 }),
          }),
          ...needs.draftRoutes,
          ...messageRoutes(services),
          ...testRoutes(services),
          ...threadRoutes(services),
        },
        inbox: inboxRoutes(services),
        sendingLimits: sendingLimitRoutes({ database, clock }),
      },
      loops: [{ start: () => startMail(work, { readPollMs: readMailEveryMs }), waitsForDemo: true }],
      secrets: { mailboxes: resealMailboxes },
    }),
    work,
    async acceptMailbox(...[actor, answer]: Parameters<AtsRouteServices['acceptMailbox']>) {
      const { id, state, connected_at: since } = await acceptConsent(services, actor, answer);
      return { id, active: state === 'connected', create_date: since.toISOString(), last_refresh_date: null };
    },
    stopSending: sendingStop(services),
  };
}
