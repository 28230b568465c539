import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Adapter, describeConformance } from '#modules/search/conformance/suite.ts';
import { createEmbeddedSearch } from './embedded-search.ts';
import { startInlineThread } from './inline-thread.ts';
import type { StartThread } from './threads.ts';

function log(level: string, message: string, fields?: object): void {
  if (level === 'error') throw new Error(`${message} ${JSON.stringify(fields)}`);
}

function adapter(name: string, startThread?: StartThread): Adapter {
  let directory: string | undefined;
  return {
    name,
    async open(source, schema) {
      directory ??= await mkdtemp(join(tmpdir(), 'search-'));
      const port = createEmbeddedSearch({
        directory,
        schema,
        source,
        clock: () => performance.now(),
        log,
        shards: 2,
        limits: { followMs: 20 },
        ...(startThread ? { startThread } : {}),
      });
      await port.open();
      return port;
    },
    async close(port, { kept, crashed = false }) {
      const keptDirectory = directory;
      if (crashed && keptDirectory) {
        // What a killed process leaves: the folder as it was, not as `close` makes it.
        const copy = await mkdtemp(join(tmpdir(), 'search-'));
        await cp(keptDirectory, copy, { recursive: true });
        directory = copy;
      }
      await port.close();
      if (crashed && keptDirectory) await rm(keptDirectory, { recursive: true });
      if (kept || !directory) return;
      await rm(directory, { recursive: true });
      directory = undefined;
    },
  };
}

describeConformance(adapter('the embedded engine'), { trees: 300, turns: 15, treesATurn: 4 });
describeConformance(adapter('the embedded engine, its threads in line', startInlineThread), { trees: 14_000, turns: 400, treesATurn: 16 });
