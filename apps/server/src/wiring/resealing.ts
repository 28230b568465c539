import { resealAuthenticators } from '#modules/accounts/factors.ts';
import { resealCompanyTokens } from '#modules/companies/public.ts';
import { resealMailboxes } from '#modules/messaging/channels/connections.ts';
import { resealSessions } from '#modules/messaging/telegram/public.ts';
import { resealPushKeys } from '#modules/notices/push-keys.ts';
import { resealClientSecrets } from '#modules/sso/refresh.ts';
import type { Core } from './core.ts';

/** Ends the turn of a key: once this is said, the older ones may be dropped. */
async function sealAnew({ database, clock, secrets, log }: Pick<Core, 'database' | 'clock' | 'secrets' | 'log'>): Promise<void> {
  try {
    const counts = {
      mailboxes: await resealMailboxes(database, secrets),
      telegramSessions: await resealSessions(database, secrets),
      authenticators: await resealAuthenticators(database, secrets),
      companyTokens: await resealCompanyTokens(database, secrets),
      pushKeys: await resealPushKeys({ database, clock, secrets }),
      clientSecrets: await resealClientSecrets(database, secrets),
    };
    log.warn(counts, 'all secrets are sealed with the first key of HEADWATER_SECRET_KEY: the others may be dropped');
  } catch (error) {
    log.error({ err: error }, 'secrets could not be sealed anew: keep all keys, the next start tries again');
  }
}

/** Both keys are at hand meanwhile, so that nothing has to wait for it. */
export function startResealing(core: Pick<Core, 'database' | 'clock' | 'secrets' | 'log'>) {
  const resealing = core.secrets.rotates ? sealAnew(core) : Promise.resolve();
  return { idle: () => resealing, stop: () => resealing };
}
