import type { SocialBackend } from '@headwater/domain/companies/social-sign-in';
import { createIdentityProvider, type ProviderReach } from '#integrations/openid/identity-provider.ts';
import type { VisitorServices } from '#modules/accounts/visitor-routes.ts';
import { mountCallbacks } from '#modules/social-sign-in/callback.ts';
import { createConfigurations } from '#modules/social-sign-in/configurations.ts';
import { deleteExpiredHandler } from '#modules/social-sign-in/delete-expired.ts';
import { socialSignInRoutes } from '#modules/social-sign-in/routes.ts';
import type { Backend, SocialServices } from '#modules/social-sign-in/services.ts';
import { signInSeconds } from '#modules/sso/public.ts';
import { setupState } from '#modules/setup/public.ts';
import { createCaller } from '#platform/fetch/api-caller.ts';
import { isPublicAddress } from '#platform/fetch/guarded-fetch.ts';
import { browserCookie } from '#platform/http/browser-cookie.ts';
import { isLoopbackAddress } from '#platform/loopback.ts';
import type { Env } from '../env.ts';
import { sandboxClient, type SandboxPorts } from './adapters.ts';
import { type Core, defineContext } from './core.ts';

const timeoutMs = 10_000;
const sandboxOrigin = ({ httpPort }: SandboxPorts) => `http://127.0.0.1:${httpPort ?? 0}`;
const plain = (address: string) => address.replace(/\/+$/, '');

/** ACC-006: the services that the operator configured; in a demo all, simulated by the sandbox. */
export function socialBackends(env: Env, demo: SandboxPorts | undefined): Backend[] {
  const { HEADWATER_GOOGLE_URL: google, HEADWATER_MICROSOFT_URL: microsoft, HEADWATER_MICROSOFT_TENANT: tenant } = env;
  if (demo) {
    const base = sandboxOrigin(demo);
    return [
      { name: 'google', ...sandboxClient, idpUrl: `${base}/google`, ofAllTenants: false },
      { name: 'microsoft', ...sandboxClient, idpUrl: `${base}/microsoft/common/v2.0`, ofAllTenants: true },
    ];
  }
  const addresses: Record<SocialBackend, Pick<Backend, 'idpUrl' | 'ofAllTenants'>> = {
    google: { idpUrl: plain(google ?? 'https://accounts.google.com'), ofAllTenants: false },
    microsoft: { idpUrl: `${plain(microsoft ?? 'https://login.microsoftonline.com')}/${tenant}/v2.0`, ofAllTenants: true },
  };
  return env.signInWith.map((one) => ({ ...one, ...addresses[one.name] }));
}

/** Services are public and use TLS; a configured server may be in the local network. */
function openReach(env: Env, demo: SandboxPorts | undefined): ProviderReach {
  const outside = createCaller({ timeoutMs, allows: isPublicAddress });
  const here = createCaller({ timeoutMs, allows: demo ? isLoopbackAddress : () => true });
  const addresses = demo ? [sandboxOrigin(demo)] : [env.HEADWATER_GOOGLE_URL, env.HEADWATER_MICROSOFT_URL];
  const own = new Set(addresses.flatMap((address) => (address === undefined ? [] : [new URL(address).origin])));
  return ({ origin, protocol }) => (own.has(origin) ? here : protocol === 'https:' ? outside : undefined);
}

interface SocialNeeds {
  demo: SandboxPorts | undefined;
  visitorServices: VisitorServices;
}

export function wireSocial({ env, database, clock, log }: Core, { demo, visitorServices }: SocialNeeds) {
  const provider = createIdentityProvider(openReach(env, demo));
  const isSetupOpen = setupState(database);
  const services: SocialServices = {
    ...visitorServices,
    log,
    backends: socialBackends(env, demo),
    provider,
    metadataOf: createConfigurations({ provider, clock }),
    browser: browserCookie('headwater_oauth', { seconds: signInSeconds, secure: env.HEADWATER_BEHIND_PROXY }),
    secureCookies: env.HEADWATER_BEHIND_PROXY,
    publicAddress: env.HEADWATER_URL,
    // No e-mail is required: the service has verified the address.
    mayRegister: async () => env.HEADWATER_REGISTRATION && !(await isSetupOpen()),
  };
  return defineContext({
    routes: { socialSignIn: socialSignInRoutes(services) },
    tasks: [deleteExpiredHandler({ database, clock })],
    mount: (app) => mountCallbacks(app, services),
  });
}
