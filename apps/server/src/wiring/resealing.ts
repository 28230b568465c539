import { resealAuthenticators } from '#modules/accounts/factors.ts';
import { resealCompanyTokens } from '#modules/companies/public.ts';
import { resealMailboxes } from '#modules/messaging/channels/connections.ts';
import type { Core } from './core.ts';

/** Ends the turn of a key: once this is said, the older ones may be dropped. */
async function sealAnew({ database, secrets, log }: Pick<Core, 'database' | 'secrets' | 'log'>): Promise<void> {
  try {
    const counts = {
      mailboxes: await resealMailboxes(database, secrets),
      authenticators: await resealAuthenticators(database, secrets),
      companyTokens: await resealCompanyTokens(database, secrets),
    };
    log.warn(
      counts,
      'all mail passwords, authenticators and tokens of companies are sealed with the first key of HEADWATER_SECRET_KEY: the others may be dropped',
    );
  } catch (error) {
    log.error({ err: error }, 'secrets could not be sealed anew: keep all keys, the next start tries again');
  }
}

/** Both keys are at hand meanwhile, so that nothing has to wait for it. */
export function startResealing(core: Pick<Core, 'database' | 'secrets' | 'log'>) {
  const resealing = core.secrets.rotates ? sealAnew(core) : Promise.resolve();
  return { stop: () => resealing };
}
