import { hourMs } from '@headwater/domain/time/durations';
import type { Core } from './core.ts';
import { hiringManagerSettingsRoutes } from '#modules/companies/hiring-manager-settings.ts';
import { listTokens } from '#modules/accounts/api-tokens/store.ts';
import { type InvitationRouteServices, invitationRoutes } from '#modules/invitations/routes.ts';
import { createAddressTries } from '#modules/employees/public.ts';
import { hasIdentity, shareLockRequirement, mustUseProvider } from '#modules/sso/public.ts';
import { setupRoutes } from '#modules/setup/routes.ts';
import { brandingOf } from '#platform/http/branding.ts';
import { createRateLimit } from '#platform/rate-limit.ts';
import { systemMailQueue } from '#platform/system-mail.ts';

export const createInvitationServices = (
  { env, database, clock, counts, secrets }: Core,
  smtpUrl: string | undefined,
): InvitationRouteServices => ({
  database,
  clock,
  publicUrl: env.publicUrl,
  queueSystemEmail: systemMailQueue(secrets),
  sendsSystemMail: smtpUrl !== undefined,
  hasOtherWay: async (tx, userId) => (await listTokens(tx, userId)).length > 0 || hasIdentity(tx, userId),
  addressTries: createAddressTries({ clock, counts }),
  emailLimit: createRateLimit({ name: 'invitations', clock, counts, windowMs: hourMs }),
  secureCookies: env.HEADWATER_BEHIND_PROXY,
  shareLockRequirement,
  mustUseProvider,
  productAt: (host) => brandingOf(env.brandings, host).name,
});

export const wireInvitations = ({ database }: Core, services: InvitationRouteServices) => ({
  setup: setupRoutes({ database }),
  hiringManagerSettings: hiringManagerSettingsRoutes(database),
  invitations: invitationRoutes(services),
});
