import { isIP } from 'node:net';
import type { Env } from '../env.ts';
import { recaptcha } from '#integrations/recaptcha/captcha.ts';
import type { VisitorServices } from '#modules/accounts/visitor-routes.ts';
import { recordFailedSignIn } from '#modules/audit/public.ts';
import { isAdminType } from '@headwater/domain/roles';
import { isManaged } from '#modules/scim/store/users.ts';
import {
  deleteIdentitiesSince,
  deleteIdentity,
  hasIdentity,
  shareLockRequirement,
  listProviders,
  mustJoinCompany,
  mustJoinOther,
  mustUseProvider,
} from '#modules/sso/public.ts';
import { setupState } from '#modules/setup/public.ts';
import type { Clock } from '#platform/clock.ts';
import { brandingOf } from '#platform/http/branding.ts';
import { systemMailQueue } from '#platform/system-mail.ts';
import { createWaitingRoom } from '#platform/waiting-room.ts';
import type { SandboxPorts } from './adapters.ts';
import type { Core } from './core.ts';
import { socialBackends } from './social.ts';

/** Registration requires e-mail, which activates the account. */
export const isRegistrationOpen = (env: Pick<Env, 'HEADWATER_REGISTRATION'>, smtpUrl: string | undefined): boolean =>
  env.HEADWATER_REGISTRATION && smtpUrl !== undefined;

const isSecure = ({ protocol, hostname }: URL) => protocol === 'https:' || hostname === 'localhost';

/** Without a public address, http://localhost: WebAuthn does not accept IP addresses. */
export function passkeyOrigin({ HEADWATER_URL: address }: Pick<Env, 'HEADWATER_URL'>): (host: string) => string | undefined {
  if (address === undefined) return (host) => new URL('http://localhost'.concat(/:\d+$/.exec(host)?.[0] ?? '')).origin;
  const url = new URL(address);
  const origin = isSecure(url) && isIP(url.hostname.replaceAll(/[[\]]/g, '')) === 0 ? url.origin : undefined;
  return () => origin;
}

/** `register`, `passkeys:` + origin, `with:` + service; only `setup` without an account. */
export function visitorOffers(
  { env, database }: Pick<Core, 'env' | 'database'>,
  { smtpUrl, services }: { smtpUrl: string | undefined; services: readonly string[] },
) {
  const registration = isRegistrationOpen(env, smtpUrl) ? ['register'] : [];
  const originAt = passkeyOrigin(env);
  const passkeys = (host: string) => (originAt(host) === undefined ? [] : [`passkeys:${originAt(host)}`]);
  const isSetupOpen = setupState(database);
  // The page is served during a database outage and reports it.
  const social = services.map((name) => `with:${name}`);
  return async (host: string) => ((await isSetupOpen().catch(() => false)) ? ['setup'] : [...registration, ...passkeys(host), ...social]);
}

function registrationState({ env, database }: Pick<Core, 'env' | 'database'>, smtpUrl: string | undefined): () => Promise<boolean> {
  const isSetupOpen = setupState(database);
  return async () => isRegistrationOpen(env, smtpUrl) && !(await isSetupOpen());
}

interface VisitorNeeds {
  smtpUrl: string | undefined;
  demo: SandboxPorts | undefined;
  answerClock: Pick<Clock, 'sleep'>;
}

export const createVisitorServices = (
  { env, database, clock, secrets, log }: Core,
  { smtpUrl, demo, answerClock }: VisitorNeeds,
): VisitorServices => ({
  database,
  clock,
  publicUrl: env.publicUrl,
  secrets,
  queueSystemEmail: systemMailQueue(secrets),
  passkeyOriginAt: passkeyOrigin(env),
  nameAt: (host) => brandingOf(env.brandings, host).name,
  socialBackends: socialBackends(env, demo).map(({ name }) => name),
  sendsSystemMail: smtpUrl !== undefined,
  waitingRoom: createWaitingRoom({ clock: answerClock, places: 2000, placesOfKey: 5 }),
  captcha: env.captcha && recaptcha(env.captcha, log),
  isOpen: registrationState({ env, database }, smtpUrl),
  recordSignInFailure: recordFailedSignIn({ database, clock }),
  linkedProviders: { list: listProviders, remove: deleteIdentity, removeSince: deleteIdentitiesSince },
  shareLockRequirement,
  mustUseProvider,
  mustJoinCompany,
  mustJoinOther,
  // Administrators may use SSO and keep their other sign-ins.
  isProvided: async (tx, { id, role }) => (await isManaged(tx, id)) || (!isAdminType({ role }) && hasIdentity(tx, id)),
});
