import type { Env } from '../env.ts';
import { recaptcha } from '#integrations/recaptcha/captcha.ts';
import type { DoorServices } from '#modules/accounts/door-routes.ts';
import { noteFailedSignIn } from '#modules/audit/public.ts';
import { setupState } from '#modules/setup/public.ts';
import { brandingOf } from '#platform/http/branding.ts';
import { systemMailQueue } from '#platform/system-mail.ts';
import { createWaitingRoom } from '#platform/waiting-room.ts';
import type { Core } from './core.ts';

/** Whether strangers may register: an account is activated by e-mail. */
export const isRegistrationOpen = (env: Pick<Env, 'HEADWATER_REGISTRATION'>, smtpUrl: string | undefined): boolean =>
  env.HEADWATER_REGISTRATION && smtpUrl !== undefined;

/** Words for what a visitor is offered at the sign-in: `register`, and `setup` as long as there is no account. */
export function visitorOffers({ env, database }: Pick<Core, 'env' | 'database'>, smtpUrl: string | undefined) {
  const registration = isRegistrationOpen(env, smtpUrl) ? ['register'] : [];
  const isSetupOpen = setupState(database);
  // The page is served while the database is away; it says so itself.
  return async () => ((await isSetupOpen().catch(() => false)) ? ['setup'] : registration);
}

/** What stands before the sign-in works with. */
export const doorServices = ({ env, database, clock, secrets, log }: Core, smtpUrl: string | undefined): DoorServices => ({
  database,
  clock,
  publicUrl: env.publicUrl,
  secrets,
  queueSystemEmail: systemMailQueue(secrets),
  nameAt: (host) => brandingOf(env.brandings, host).name,
  sendsSystemMail: smtpUrl !== undefined,
  waitingRoom: createWaitingRoom({ places: 2000, placesOfKey: 5 }),
  captcha: env.captcha && recaptcha(env.captcha, log),
  isOpen: isRegistrationOpen(env, smtpUrl),
  noteFailure: noteFailedSignIn({ database, clock }),
});
