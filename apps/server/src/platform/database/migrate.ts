import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, Pool } from 'pg';
import { runMigrations as migrateQueue } from 'graphile-worker';
import { StartupError } from '#platform/errors.ts';
import { lockDatabase } from './locks.ts';

const folder = fileURLToPath(new URL('../../migrations', import.meta.url));

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Brings the database up to date, forward only, one process at a time. Returns the names of the migrations applied now. */
export async function migrate(url: string, onStep: (name: string) => void = () => {}): Promise<string[]> {
  await migrateQueueTables(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await lockDatabase(client, 'migration');
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations');
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const done: string[] = [];
    for (const migration of readMigrations()) {
      const known = applied.get(migration.name);
      if (known && known !== migration.checksum) {
        throw new StartupError(`The migration ${migration.name} was changed after it had been applied; restore its file.`);
      }
      if (known) continue;
      onStep(migration.name);
      await apply(client, migration);
      done.push(migration.name);
    }
    return done;
  } finally {
    await client.end();
  }
}

/** With a pool of our own: an idle connection that ends with the server (a stop right after the start) must not end the process. */
async function migrateQueueTables(url: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await migrateQueue({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

async function apply(client: Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [migration.name, migration.checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.name} failed`, { cause: error });
  }
}
