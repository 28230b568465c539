import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, Pool } from 'pg';
import { runMigrations as migrateQueue } from 'graphile-worker';
import { StartupError } from '#platform/errors.ts';
import { lockDatabase } from './locks.ts';

const ownFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Last file of the baseline. Databases of unreleased versions do not have it. */
const lastOfBaseline = '0011_audit.sql';

/** Throws StartupError if the database has a migration that this release does not know. */
function requireKnownMigrations(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const unknown = [...applied.keys()].filter((name) => !migrations.some((migration) => migration.name === name)).toSorted();
  if (unknown.length === 0) return;
  throw new StartupError(
    applied.has(lastOfBaseline)
      ? `The database was upgraded by a newer release of Headwater (${unknown.at(-1)}). Start that release, or restore a backup from before the upgrade.`
      : 'An unreleased version of Headwater created this database, and no release can upgrade it: start with a new data folder ' +
          '(HEADWATER_DATA_DIR) or an empty database (DATABASE_URL).',
  );
}

/** Name of the newest one, which decides the tables and columns. */
export const newestMigration = (): string => readMigrations(ownFolder).at(-1)?.name ?? '';

export type AppliedMigration = Pick<Migration, 'name' | 'checksum'>;

export interface MigrateOptions {
  folder?: string;
  only?: ReadonlySet<string>;
}

/** Throws StartupError if this release does not have the migrations of a backup. */
export function requireMigrationsOfBackup(backup: readonly AppliedMigration[]): void {
  const own = new Map(readMigrations(ownFolder).map(({ name, checksum }) => [name, checksum]));
  const unknown = backup.find(({ name, checksum }) => own.get(name) !== checksum);
  if (unknown)
    throw new StartupError(`The backup is of another release of Headwater (${unknown.name}): restore it with that release, then upgrade.`);
}

/**
 * Runs one process at a time. Throws StartupError without changes if the database is newer or
 * unreleased, or if an applied migration was changed.
 */
export async function migrate(
  url: string,
  onStep: (name: string) => void = () => {},
  { folder = ownFolder, only }: MigrateOptions = {},
): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await lockDatabase(client, 'migration');
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations');
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const migrations = readMigrations(folder);
    requireKnownMigrations(applied, migrations);
    for (const { name, checksum } of migrations) {
      if (applied.has(name) && applied.get(name) !== checksum)
        throw new StartupError(`The migration ${name} was changed after it had been applied; restore its file.`);
    }
    await migrateQueueTables(url);
    const done: string[] = [];
    for (const migration of migrations) {
      if (applied.has(migration.name) || (only && !only.has(migration.name))) continue;
      onStep(migration.name);
      await apply(client, migration);
      done.push(migration.name);
    }
    return done;
  } finally {
    await client.end();
  }
}

/** Uses its own pool: a lost idle connection must not end the process. */
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
  // Row-level security limits an owner without superuser rights; the system scope shows all rows.
  await client.query(`select set_config('headwater.scope', 'system', true)`);
  try {
    await client.query(migration.sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [migration.name, migration.checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.name} failed`, { cause: error });
  }
}
