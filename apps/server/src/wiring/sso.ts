import { createIdentityProvider, type ProviderReach } from '#integrations/openid/identity-provider.ts';
import { createDnsResolver } from '#integrations/dns/resolver.ts';
import type { VisitorServices } from '#modules/accounts/visitor-routes.ts';
import { mountCallback } from '#modules/sso/callback.ts';
import { checkDomainsHandler } from '#modules/sso/check-domains.ts';
import { refreshHandler, resealClientSecrets } from '#modules/sso/refresh.ts';
import { ssoRoutes } from '#modules/sso/routes.ts';
import { signInSeconds } from '#modules/sso/public.ts';
import type { DomainRecords, SsoServices } from '#modules/sso/services.ts';
import { createCaller } from '#platform/fetch/api-caller.ts';
import { isPublicAddress } from '#platform/fetch/guarded-fetch.ts';
import { browserCookie } from '#platform/http/browser-cookie.ts';
import { isLoopbackAddress } from '#platform/loopback.ts';
import { isInNetworks } from '#platform/mail/mail-server-address.ts';
import type { Env } from '../env.ts';
import type { SandboxPorts } from './adapters.ts';
import { type Core, defineContext, mergeRoutes } from './core.ts';
import type { ScimServices } from '#modules/scim/services.ts';
import { wireScim } from './scim.ts';
import { wireSocial } from './social.ts';

const timeoutMs = 10_000;

/**
 * Networks of the operator are reachable only at the origin that the company named, so that an
 * external provider cannot direct requests there.
 */
function openReach({ HEADWATER_SSO_NETWORKS: networks }: Env, demo: SandboxPorts | undefined): ProviderReach {
  const isOwn = (address: string) => isInNetworks(address, networks);
  const secure = createCaller({ timeoutMs, allows: (address) => isPublicAddress(address) || isOwn(address) });
  const outside = createCaller({ timeoutMs, allows: isPublicAddress });
  const plain = networks.length > 0 ? createCaller({ timeoutMs, allows: isOwn }) : undefined;
  const sandbox = demo && {
    origin: `http://127.0.0.1:${demo.httpPort ?? 0}`,
    caller: createCaller({ timeoutMs, allows: isLoopbackAddress }),
  };
  return ({ origin, protocol }, home) => {
    if (sandbox?.origin === origin) return sandbox.caller;
    if (origin !== home) return protocol === 'https:' ? outside : undefined;
    return protocol === 'https:' ? secure : protocol === 'http:' ? plain : undefined;
  };
}

interface SsoNeeds {
  visitorServices: VisitorServices;
  stopSending: ScimServices['stopSending'];
  demo: SandboxPorts | undefined;
  resolver?: DomainRecords | undefined;
}

export function wireSso(core: Core, { demo, visitorServices, stopSending, resolver = createDnsResolver() }: SsoNeeds) {
  const { env, database, clock, secrets, log } = core;
  const services: SsoServices = {
    database,
    clock,
    log,
    secrets,
    records: resolver,
    provider: createIdentityProvider(openReach(env, demo)),
    publicUrl: env.HEADWATER_URL,
    secureCookies: env.HEADWATER_BEHIND_PROXY,
    browser: browserCookie('headwater_sso', { seconds: signInSeconds, secure: env.HEADWATER_BEHIND_PROXY }),
    isDemo: demo !== undefined,
    queueSystemEmail: visitorServices.queueSystemEmail,
    sendsSystemMail: visitorServices.sendsSystemMail,
    linksUrl: visitorServices.publicUrl,
    recordSignInFailure: visitorServices.recordSignInFailure,
  };
  const others = [wireSocial(core, { demo, visitorServices }), wireScim(core, { visitorServices, stopSending })] as const;
  return defineContext({
    routes: { sso: ssoRoutes(services), ...mergeRoutes(others) },
    tasks: [refreshHandler(services), checkDomainsHandler(services), ...others.flatMap(({ tasks }) => tasks)],
    secrets: { clientSecrets: resealClientSecrets },
    mount(app) {
      mountCallback(app, services);
      for (const other of others) other.mount(app);
    },
  });
}
