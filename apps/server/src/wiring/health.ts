import { type Env, releaseVersion } from '../env.ts';
import type { Core } from './core.ts';
import { createFigures, requireFreeDisk } from '#modules/monitoring/public.ts';
import type { SearchService } from '#modules/search/public.ts';
import type { Figure } from '#platform/figures.ts';
import type { HealthOptions, MetricsAccess } from '#platform/http/health.ts';

/** With a public address or a proxy, a loopback connection may come from anywhere. */
function metricsAccess(env: Env): MetricsAccess {
  if (env.HEADWATER_METRICS_TOKEN !== undefined) return { token: env.HEADWATER_METRICS_TOKEN };
  return env.HEADWATER_BEHIND_PROXY || env.HEADWATER_URL !== undefined ? 'nobody' : 'this_machine';
}

export function wireHealth(
  { env, database, clock, log }: Pick<Core, 'env' | 'database' | 'clock' | 'log'>,
  { search, usageFigures }: { search: SearchService; usageFigures: () => Figure[] },
): HealthOptions {
  const keepsData = !env.DATABASE_URL || !env.HEADWATER_S3_BUCKET;
  return {
    checks: {
      database: async () => void (await database.pool.query('select 1')),
      ...(keepsData ? { disk: () => requireFreeDisk(env.dataDir, env.HEADWATER_MIN_DISK) } : {}),
    },
    metrics: metricsAccess(env),
    readFigures: createFigures({ database, clock, log, search, usageFigures, dataDir: env.dataDir, release: releaseVersion() }),
    log,
  };
}
