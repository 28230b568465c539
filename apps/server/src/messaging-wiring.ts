import type { FastifyInstance } from 'fastify';
import { createDnsResolver } from '#integrations/dns/resolver.ts';
import { deliverabilityRoutes } from '#modules/messaging/deliverability/routes.ts';
import type { DnsResolver } from '#modules/messaging/deliverability/resolver-port.ts';
import { messagingSettingsRoutes } from '#modules/messaging/settings/routes.ts';
import { messagingStatisticsRoutes } from '#modules/messaging/statistics/routes.ts';
import { mixmaxRoutes } from '#modules/mixmax/routes.ts';
import { sendingLimitRoutes } from '#outreach-routes.ts';
import { createRegistry, mountUnsubscribe } from '#modules/messaging/suppressions/public.ts';
import { suppressionRoutes } from '#modules/messaging/suppressions/routes.ts';
import { createLetterOffice, mountTracking } from '#modules/messaging/tracking/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import { createSigning } from '#platform/crypto/signing.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { messagingSeams } from './vacancy-work.ts';

export interface MessagingServices {
  database: Database;
  clock: Clock;
  log: Log;
  secrets: SecretBox;
  publicUrl: string;
  /** In demo mode no message leaves this machine. */
  staysHere: boolean;
  /** The name servers of this machine where none are given. */
  resolver?: DnsResolver | undefined;
}

/** What stands around letters: whom not to write to, how to unsubscribe, and what is heard of opens and clicks. */
export function wireMessaging({ database, clock, log, secrets, publicUrl, staysHere, resolver = createDnsResolver() }: MessagingServices) {
  const signing = createSigning({ database, clock, secrets });
  const registry = createRegistry({ clock, signing });
  const services = { database, clock, log, signing, registry, announce: messagingSeams.announce };
  return {
    letters: createLetterOffice({ registry, signing, publicUrl: publicUrl.replace(/\/+$/, ''), staysHere }),
    routes: {
      deliverability: deliverabilityRoutes({ database, clock, resolver, publicUrl }),
      messagingSettings: messagingSettingsRoutes({ database }),
      messagingStatistics: messagingStatisticsRoutes({ database }),
      // No adapter speaks Mixmax yet, so that no company can have connected it.
      mixmax: mixmaxRoutes({ database, findAccount: async () => undefined }),
      sendingLimits: sendingLimitRoutes({ database, clock }),
      suppressions: suppressionRoutes({ database, clock, registry }),
    },
    /** Addresses for strangers: without a session, as letters carry them. */
    mount(app: FastifyInstance): void {
      mountUnsubscribe(app, services);
      mountTracking(app, services);
    },
    /** Reads the key that signs, sealing it anew where the secret key was changed. */
    start: () => void signing().catch((error: unknown) => log.warn({ err: error }, 'the signing key could not be read yet')),
  };
}
