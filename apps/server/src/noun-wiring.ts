import { createRouterClient } from '@orpc/server';
import { wireAccounts } from './account-wiring.ts';
import { mailLeases, openConsentProviders, openMailProvider, sandboxServers } from './adapters.ts';
import { openLanguageModels, wireAiSearch } from './ai-search-wiring.ts';
import type { Env } from './env.ts';
import { wireHttp } from './http-side.ts';
import { wireMailings } from './mailing-wiring.ts';
import { wireMessaging } from './messaging-wiring.ts';
import { searchRouters } from './search-routers.ts';
import { isCandidateFor, messagingSeams, wireVacancies } from './vacancy-work.ts';
import type { Calls } from '#modules/demo/past-port.ts';
import type { DnsResolver } from '#modules/messaging/deliverability/resolver-port.ts';
import { fileReader, imageReader } from '#modules/files/public.ts';
import { fileRoutes } from '#modules/files/routes.ts';
import type { Arming } from '#modules/messaging/delivery/public.ts';
import { mailServiceRoutes, outreachRoutes } from '#outreach-routes.ts';
import { contactsAreOpen, visibleProfileIds } from '#modules/profiles/public.ts';
import { planAgain } from '#modules/messaging/campaigns/public.ts';
import { profileRoutes } from '#modules/profiles/routes.ts';
import type { SearchService } from '#modules/search/public.ts';
import { templateRoutes } from '#modules/messaging/templates/routes.ts';
import type { Clock } from '#platform/clock.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { RequestContext } from '#platform/http/context.ts';
import type { Log } from '#platform/log.ts';

export interface NounOptions {
  env: Env;
  /** The address of a migrated database, with the role that the application signs in as. */
  databaseUrl: string;
  log: Log;
  /** Other name servers than this machine's. */
  resolver?: DnsResolver;
  /** Ports of the mail sandbox in demo mode: mail then never leaves this machine. */
  demo?: { smtpPort: number; imapPort: number; httpPort?: number | undefined } | undefined;
}

/** What there is once, whatever the clock. */
export interface Foundation {
  database: Database;
  secrets: SecretBox;
  files: FileStore;
  arming: Arming;
  /** Where letters of the system go; undefined: nowhere. */
  smtpUrl: string | undefined;
  search: SearchService;
}

/** A part of the composition root: the nouns of the product and what they share, at the time of a clock. Nothing listens or works yet. */
export function wireNouns({ env, databaseUrl, log, demo, resolver }: NounOptions, { clock, ...base }: Foundation & { clock: Clock }) {
  const { database, secrets, files, arming, smtpUrl, search } = base;
  const messaging = wireMessaging({ database, clock, log, secrets, publicUrl: env.publicUrl, staysHere: demo !== undefined, resolver });
  const consents = openConsentProviders(env, clock, demo);
  const outreach = {
    consents,
    letters: messaging.letters,
    readFile: fileReader({ database, files }),
    arming,
    isArmed: arming.isArmed,
    database,
    clock,
    secrets,
    provider: openMailProvider(env, consents, demo),
    demoServers: demo && sandboxServers(demo),
    ...messagingSeams,
    planAgain,
  };
  const mail = { ...outreach, readImage: imageReader({ database, files }), leases: mailLeases(env), log };
  const work = wireVacancies({ database, databaseUrl, clock, log, letters: messaging.letters }, search);
  const mailings = wireMailings({ database, clock, log, ...work.adding, isArmed: arming.isArmed, letters: messaging.letters });
  const ai = wireAiSearch({ database, clock, log, search }, openLanguageModels(env, demo));
  const router = {
    ...messaging.routes,
    mailServices: mailServiceRoutes({ ...outreach, publicUrl: env.HEADWATER_URL, brandings: env.brandings }),
    ...mailings.routes,
    ...work.routes,
    ...ai.routes,
    ...searchRouters({ database, clock, search }),
    accounts: wireAccounts({ env, database, clock, secrets, arming, sendsLetters: smtpUrl !== undefined }),
    files: fileRoutes({ database, files, people: { visibleProfileIds, contactsAreOpen, isCandidateFor } }),
    outreach: outreachRoutes({ ...outreach, recipientsOfList: mailings.recipientsOfList }),
    profiles: profileRoutes({ database, clock, isCandidateFor }),
    templates: templateRoutes({ database, clock, files }),
  };
  const createHttp = wireHttp({ env, database, clock, log }, { router, mount: messaging.mount });
  const callsIn = (context: RequestContext): Calls => createRouterClient(router, { context });
  return { messaging, mail, work, mailings, ai, callsIn, createHttp };
}
