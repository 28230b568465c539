import { createIdentityProvider, type ProviderReach } from '#integrations/openid/identity-provider.ts';
import { createDnsResolver } from '#integrations/dns/resolver.ts';
import { noteFailedSignIn } from '#modules/audit/public.ts';
import { mountCallback } from '#modules/sso/callback.ts';
import { refreshHandler, resealSecrets } from '#modules/sso/refresh.ts';
import { ssoRoutes } from '#modules/sso/routes.ts';
import type { DomainRecords, SsoServices } from '#modules/sso/services.ts';
import { createCaller } from '#platform/fetch/api-caller.ts';
import { isPublicAddress } from '#platform/fetch/guarded-fetch.ts';
import { isLoopbackAddress } from '#platform/loopback.ts';
import { isInNetworks } from '#platform/mail/mail-server-address.ts';
import type { Env } from '../env.ts';
import type { SandboxPorts } from './adapters.ts';
import { type Core, part } from './core.ts';

const timeoutMs = 10_000;

/** Identity providers are on the public internet, with TLS; elsewhere only where the operator has said so. A demo has one on this machine. */
function openReach({ HEADWATER_SSO_NETWORKS: networks }: Env, demo: SandboxPorts | undefined): ProviderReach {
  const isOwn = (address: string) => isInNetworks(address, networks);
  const secure = createCaller({ timeoutMs, allows: (address) => isPublicAddress(address) || isOwn(address) });
  const plain = networks.length > 0 ? createCaller({ timeoutMs, allows: isOwn }) : undefined;
  const sandbox = demo && {
    origin: `http://127.0.0.1:${demo.httpPort ?? 0}`,
    caller: createCaller({ timeoutMs, allows: isLoopbackAddress }),
  };
  return ({ origin, protocol }) => {
    if (sandbox?.origin === origin) return sandbox.caller;
    return protocol === 'https:' ? secure : protocol === 'http:' ? plain : undefined;
  };
}

interface SsoNeeds {
  demo: SandboxPorts | undefined;
  resolver?: DomainRecords | undefined;
}

/** Single sign-on of companies through their identity providers. */
export function wireSso(core: Core, { demo, resolver = createDnsResolver() }: SsoNeeds) {
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
    isDemo: demo !== undefined,
    noteFailure: noteFailedSignIn({ database, clock }),
  };
  /** Ends the turn of a key for client secrets. */
  const reseal = () => {
    const work = resealSecrets(services).then(
      (counts) => log.warn(counts, 'client secrets of identity providers are sealed with the first key of HEADWATER_SECRET_KEY'),
      (error: unknown) => log.error({ err: error }, 'client secrets could not be sealed anew: keep all keys, the next start tries again'),
    );
    return { stop: () => work };
  };
  return part({
    routes: { sso: ssoRoutes(services) },
    tasks: [refreshHandler(services)],
    loops: secrets.rotates ? [{ start: reseal }] : [],
    mount: (app) => mountCallback(app, services),
  });
}
