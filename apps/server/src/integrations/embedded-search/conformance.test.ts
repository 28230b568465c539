import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeConformance } from '#modules/search/conformance/suite.ts';
import { createEmbeddedSearch } from './embedded-search.ts';

let directory: string | undefined;

function log(level: string, message: string, fields?: object): void {
  if (level === 'error') throw new Error(`${message} ${JSON.stringify(fields)}`);
}

describeConformance({
  name: 'the embedded engine',
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
    });
    await port.open();
    return port;
  },
  async close(port, kept) {
    await port.close();
    if (kept || !directory) return;
    await rm(directory, { recursive: true });
    directory = undefined;
  },
});
