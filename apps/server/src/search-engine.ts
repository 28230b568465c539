import { join } from 'node:path';
import { createEmbeddedSearch } from '#integrations/embedded-search/embedded-search.ts';
import { createDocumentSource, createSearchService, type SearchService } from '#modules/search/public.ts';
import { profileSchema } from '#modules/search/schema.ts';
import { type Clock, elapsed } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';

/** Search with the embedded engine; part of the composition root. Nothing is loaded before it is started or first asked. */
export function wireSearch({
  database,
  clock,
  log,
  dataDir,
}: {
  database: Database;
  clock: Clock;
  log: Log;
  dataDir: string;
}): SearchService {
  const directory = join(dataDir, 'search');
  return createSearchService({
    database,
    clock,
    log,
    directory,
    createEngine: () =>
      createEmbeddedSearch({
        directory,
        schema: profileSchema,
        source: createDocumentSource({ database, clock }),
        clock: elapsed,
        log: (level, message, fields) => log[level](fields ?? {}, message),
      }),
  });
}
