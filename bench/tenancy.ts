import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/supervisor.ts';
import { interleave } from '../apps/server/test/interleaved.ts';
import { type BenchRow, rowsOfCase } from './row.ts';

/** Companies with a user and a department each. */
async function fill(url: string, companies: number): Promise<number[]> {
  const owner = new Client({ connectionString: url });
  await owner.connect();
  const { rows } = await owner.query<{ id: string }>(
    `insert into companies (name) select 'Company ' || n from generate_series(1, $1::int) n returning id`,
    [companies],
  );
  await owner.query(`insert into users (company_id, email, role) select id, id || '@company.test', 'worker' from companies`);
  await owner.query(`insert into departments (company_id, name, created_at) select id, 'Own', now() from companies`);
  await owner.end();
  return rows.map(({ id }) => Number(id));
}

/** --transactions N, --companies N */
export async function run(args: Record<string, string | number | undefined>): Promise<BenchRow[]> {
  const count = Number(args['transactions'] ?? 100_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-tenancy-'));
  chmodSync(dataDir, 0o711);
  const log = createLog('silent');
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false });
  await migrate(postgres.url);
  const companies = await fill(postgres.url, Number(args['companies'] ?? 8));
  const database = openDatabase({ url: postgres.url, log });
  const began = performance.now();
  const { foreign, aborted } = await interleave(database, companies, count);
  const seconds = (performance.now() - began) / 1000;
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
  const row = rowsOfCase(`${count} transactions`);
  return [row('with foreign rows', foreign.length, 0), row('given up', aborted), row('seconds', Math.round(seconds))];
}
