import { join } from 'node:path';
import type { Env } from '../env.ts';
import { createEmbeddedSearch } from '#integrations/embedded-search/embedded-search.ts';
import { openCluster } from '#integrations/opensearch/cluster.ts';
import { fillBeside } from '#integrations/opensearch/fill-beside.ts';
import { createOpenSearch } from '#integrations/opensearch/opensearch.ts';
import type { OpenSearchOptions } from '#integrations/opensearch/writer.ts';
import { createDocumentSource, createSearchService, saveComparison, type SearchService } from '#modules/search/public.ts';
import { profileSchema } from '#modules/search/schema.ts';
import { type Clock, elapsed } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { tryHoldLock } from '#platform/database/held-lock.ts';
import type { Log } from '#platform/log.ts';

interface SearchOptions {
  database: Database;
  clock: Clock;
  log: Log;
  dataDir: string;
  /** The embedded engine if undefined. */
  cluster: Env['openSearch'];
}

type OfEngine = Pick<OpenSearchOptions, 'schema' | 'source' | 'clock' | 'now' | 'log'>;

function createClusterSearch(engine: OfEngine, { database, cluster }: { database: Database; cluster: NonNullable<Env['openSearch']> }) {
  return createOpenSearch(openCluster(cluster), {
    ...engine,
    name: cluster.name,
    settings: cluster.settings,
    election: { tryLead: (name) => tryHoldLock(database.pool, 'searchWriter', name) },
    limits: { refreshMs: cluster.refreshMs },
  });
}

export function openSearch({ database, clock, log, dataDir, cluster }: SearchOptions): SearchService {
  const directory = join(dataDir, 'search');
  return createSearchService({
    clock,
    log,
    directory,
    saveComparison: (comparison) => database.asSystem((tx) => saveComparison(tx, comparison, clock.now()).then(() => undefined)),
    createEngine() {
      const engine: OfEngine = {
        schema: profileSchema,
        source: createDocumentSource({ database, clock, log }),
        clock: elapsed,
        now: () => clock.now(),
        log: (level, message, fields) => log[level](fields ?? {}, message),
      };
      if (cluster?.isSearched) return createClusterSearch(engine, { database, cluster });
      const embedded = createEmbeddedSearch({ ...engine, directory });
      return cluster ? fillBeside(embedded, createClusterSearch(engine, { database, cluster }), engine.log) : embedded;
    },
  });
}
