import { type ResealCounts, resealRows } from '#platform/crypto/resealing.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database } from '#platform/database/database.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import { createSemaphore } from '#platform/semaphore.ts';
import { readConfiguration } from './configuration.ts';
import { DiscoveryError } from './identity-provider-port.ts';
import { secretContext, type SsoServices } from './services.ts';
import { deleteExpiredConfirmations } from './store/confirmations.ts';
import { listSecrets, listStale, replaceSecret } from './store/settings.ts';
import { deleteExpiredSignIns } from './store/sign-ins.ts';

type Services = Pick<SsoServices, 'database' | 'clock' | 'provider' | 'log'>;

/** Providers per minute. */
const most = 60;
const atOnce = 6;

/** SSO-009. */
export async function refreshConfigurations(services: Services, signal?: AbortSignal): Promise<number> {
  const { database, clock, log } = services;
  const stale = await database.asSystem((tx) => listStale(tx, { now: clock.now(), limit: most }));
  const places = createSemaphore(atOnce);
  const read = async (one: (typeof stale)[number]) => {
    if (signal?.aborted) return;
    await readConfiguration(services, one).catch((error: unknown) => {
      if (!(error instanceof DiscoveryError)) throw error;
      log.warn({ err: error, companyId: one.company_id }, 'identity provider configuration could not be read');
    });
  };
  await Promise.all(stale.map((one) => places.run(() => read(one))));
  return stale.length;
}

export const refreshHandler = (services: Services): TaskHandler =>
  definePeriodic('refresh_identity_providers', '* * * * *', async (signal) => {
    const now = services.clock.now();
    await services.database.asSystem(async (tx) => {
      await deleteExpiredSignIns(tx, now);
      await deleteExpiredConfirmations(tx, now);
    });
    await refreshConfigurations(services, signal);
  });

export const resealClientSecrets = (database: Database, box: SecretBox): Promise<ResealCounts> =>
  database.asSystem(async (tx) =>
    resealRows(await listSecrets(tx), {
      reseal: ({ company_id: companyId, client_secret: secret }) => box.reseal(secret, secretContext(companyId)),
      replace: ({ company_id: companyId, client_secret: secret }, to) => replaceSecret(tx, companyId, { from: secret, to }),
    }),
  );
