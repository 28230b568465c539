import { createDnsResolver } from '#integrations/dns/resolver.ts';
import { deliverabilityRoutes } from '#modules/messaging/deliverability/routes.ts';
import type { DnsResolver } from '#modules/messaging/deliverability/resolver-port.ts';
import type { SendingLock } from '#modules/messaging/delivery/public.ts';
import { announceMessage } from '#modules/messaging/messages/announce.ts';
import { messagingSettingsRoutes } from '#modules/messaging/settings/routes.ts';
import { messagingStatisticsRoutes } from '#modules/messaging/statistics/routes.ts';
import { createRegistry, mountUnsubscribe } from '#modules/messaging/suppressions/public.ts';
import { suppressionRoutes } from '#modules/messaging/suppressions/routes.ts';
import { templateRoutes } from '#modules/messaging/templates/routes.ts';
import { createOutboundPolicy, mountTracking } from '#modules/messaging/tracking/public.ts';
import { mixmaxRoutes } from '#modules/mixmax/routes.ts';
import type { Antivirus } from '#platform/antivirus/antivirus.ts';
import type { FileStore } from '#platform/files/store.ts';
import { type Core, defineContext } from './core.ts';
import { openChannels, type OpenMoreChannels } from './channels.ts';

interface MessagingNeeds {
  files: FileStore;
  antivirus: Antivirus;
  staysHere: boolean;
  resolver?: DnsResolver | undefined;
  sendingLock: SendingLock;
  openMoreChannels?: OpenMoreChannels | undefined;
}

export function wireMessaging(
  { database, clock, log, signing, env }: Core,
  { files, antivirus, staysHere, sendingLock, openMoreChannels, resolver = createDnsResolver() }: MessagingNeeds,
) {
  const { publicUrl } = env;
  const registry = createRegistry({ clock, signing });
  const policy = createOutboundPolicy({ registry, signing, publicUrl: publicUrl.replace(/\/+$/, ''), staysHere });
  const { maySend } = sendingLock;
  const { channels, loops } = openChannels({ database, clock, log, registry, policy, maySend }, openMoreChannels);
  const services = { database, clock, log, signing, registry, announce: announceMessage };
  /** Reads the signing key, and encrypts it again after a change of the secret key. */
  const readKey = () => {
    void signing().catch((error: unknown) => log.warn({ err: error }, 'signing key not readable yet'));
    return { idle: async () => undefined, stop: async () => undefined };
  };
  return {
    ...defineContext({
      routes: {
        deliverability: deliverabilityRoutes({ database, clock, resolver, publicUrl }),
        messagingSettings: messagingSettingsRoutes({ database }),
        messagingStatistics: messagingStatisticsRoutes({ database }),
        // No adapter implements Mixmax yet, so no company has it connected.
        mixmax: mixmaxRoutes({ database, findAccount: async () => undefined }),
        suppressions: suppressionRoutes({ database, clock, registry }),
        templates: templateRoutes({ database, clock, files, antivirus }),
      },
      loops: [{ start: readKey }, ...loops],
      mount(app) {
        mountUnsubscribe(app, services);
        mountTracking(app, services);
      },
    }),
    channels,
    policy,
    registry,
  };
}
