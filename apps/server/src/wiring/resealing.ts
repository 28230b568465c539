import { resealAuthenticators } from '#modules/accounts/factors.ts';
import { resealCompanyTokens } from '#modules/companies/public.ts';
import { resealMailboxes } from '#modules/messaging/channels/connections.ts';
import { resealSessions } from '#modules/messaging/telegram/public.ts';
import { resealPushKeys } from '#modules/notices/push-keys.ts';
import { resealClientSecrets } from '#modules/sso/refresh.ts';
import type { Core } from './core.ts';

/** Completes a key rotation: once logged, the older keys can be removed. */
async function resealSecrets({ database, clock, secrets, log }: Pick<Core, 'database' | 'clock' | 'secrets' | 'log'>): Promise<void> {
  try {
    const counts = {
      mailboxes: await resealMailboxes(database, secrets),
      telegramSessions: await resealSessions(database, secrets),
      authenticators: await resealAuthenticators(database, secrets),
      companyTokens: await resealCompanyTokens(database, secrets),
      pushKeys: await resealPushKeys({ database, clock, secrets }),
      clientSecrets: await resealClientSecrets(database, secrets),
    };
    log.warn(counts, 'all secrets use the first key of HEADWATER_SECRET_KEY: the other keys can be removed');
  } catch (error) {
    log.error({ err: error }, 'secrets not encrypted with the new key: keep all keys, the next start retries');
  }
}

export function startResealing(core: Pick<Core, 'database' | 'clock' | 'secrets' | 'log'>) {
  const resealing = core.secrets.rotates ? resealSecrets(core) : Promise.resolve();
  return { idle: () => resealing, stop: () => resealing };
}
