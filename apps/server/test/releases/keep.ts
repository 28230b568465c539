// npm run keep-release -- DATA_FOLDER: stores the data of this release for upgrade tests.
import { join } from 'node:path';
import { Client } from 'pg';
import { createLog } from '../../src/platform/log.ts';
import { startEmbeddedPostgres } from '../../src/platform/postgres/supervisor.ts';
import { readTables, writeRelease } from './release.ts';

const [dataDir] = process.argv.slice(2);
if (!dataDir) throw new Error('Name the data folder of a demo that was stopped.');
const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
const client = new Client({ connectionString: postgres.url });
await client.connect();
try {
  const tables = await readTables(client);
  const last = tables
    .find(({ table }) => table === 'schema_migrations')
    ?.rows.map((row) => (JSON.parse(row) as { name: string }).name)
    .toSorted()
    .at(-1);
  if (!last) throw new Error('There is no installation in this folder.');
  const file = join(import.meta.dirname, `${last.replace(/\.sql$/, '')}.jsonl.gz`);
  writeRelease(file, tables);
  console.log(`${file}: ${tables.reduce((total, { rows }) => total + rows.length, 0)} rows of ${tables.length} tables`);
} finally {
  await client.end();
  await postgres.stop();
}
