import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentSource, SearchPort } from '#modules/search/port.ts';
import type { SearchSchema } from '#modules/search/schema.ts';
import { elapsed } from '#platform/clock.ts';
import { createEmbeddedSearch } from '../embedded-search.ts';
import type { StartThread } from '../shard/threads.ts';

function log(level: string, message: string, fields?: object): void {
  if (level === 'error') throw new Error(`${message} ${JSON.stringify(fields)}`);
}

export function conformingAdapter(name: string, startThread?: StartThread) {
  let directory: string | undefined;
  return {
    name,
    async open(source: DocumentSource, schema: SearchSchema): Promise<SearchPort> {
      directory ??= await mkdtemp(join(tmpdir(), 'search-'));
      const port = createEmbeddedSearch({
        directory,
        schema,
        source,
        clock: elapsed,
        log,
        shards: 2,
        limits: { followMs: 20 },
        ...(startThread ? { startThread } : {}),
      });
      await port.open();
      return port;
    },
    async close(port: SearchPort, { keepsFiles, crashed = false }: { keepsFiles: boolean; crashed?: boolean }): Promise<void> {
      const keptDirectory = directory;
      if (crashed && keptDirectory) {
        // Simulates a killed process: the folder without the final save of `close`.
        const copy = await mkdtemp(join(tmpdir(), 'search-'));
        await cp(keptDirectory, copy, { recursive: true });
        directory = copy;
      }
      await port.close();
      if (crashed && keptDirectory) await rm(keptDirectory, { recursive: true });
      if (keepsFiles || !directory) return;
      await rm(directory, { recursive: true });
      directory = undefined;
    },
  };
}
