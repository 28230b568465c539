import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import type { Client } from 'pg';
import type { Env } from '../env.ts';
import { openFileStore, secretKeyFile } from '../wiring/adapters.ts';
import { forgetBackupsOfOriginal } from '#modules/backups/public.ts';
import { pausedSending } from '#modules/messaging/delivery/public.ts';
import { connectOwner } from '#platform/backup/catalog.ts';
import { checkBackup } from '#platform/backup/check-backup.ts';
import { type BackupFolder, openBackupFolder } from '#platform/backup/folder.ts';
import { loadTables } from '#platform/backup/load-tables.ts';
import { fileOfKey, keyFile, readFileList, readManifest } from '#platform/backup/manifest.ts';
import { systemClock } from '#platform/clock.ts';
import { applicationRole } from '#platform/database/database.ts';
import { saveFactAsOwner } from '#platform/database/installation-store.ts';
import { migrate, requireMigrationsOfBackup } from '#platform/database/migrate.ts';
import { StartupError } from '#platform/errors.ts';
import { type BackupCommand, passphraseOf, readBackupArguments } from './backup-arguments.ts';
import { openOwnedDatabase } from './database.ts';

const usage = 'Usage: npm run restore -- DIR [--passphrase-file FILE], where DIR is the folder of a backup';

async function requireEmpty(owner: Client): Promise<void> {
  const tables = await owner.query<{ all: number; ours: number }>(
    `select count(*)::int as all, count(*) filter (where relname = 'schema_migrations')::int as ours
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  if (tables.rows[0]?.all === 0) return;
  if (tables.rows[0]?.ours === 0) throw new StartupError('The database has tables of something else. Restore into an empty database.');
  const held = await owner.query<{ users: number; profiles: number }>(
    'select (select count(*) from users)::int as users, (select count(*) from profiles)::int as profiles',
  );
  const { users = 0, profiles = 0 } = held.rows[0] ?? {};
  if (users > 0 || profiles > 0)
    throw new StartupError(
      `The database already has ${users} accounts and ${profiles} profiles. Restore into an empty one: set HEADWATER_DATA_DIR to a new folder, or DATABASE_URL to an empty database.`,
    );
}

async function requireStopped(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ connections: number }>(
    `select count(*)::int as connections from pg_stat_activity where datname = current_database() and usename like $1`,
    [`${applicationRole}_%`],
  );
  if (rows[0]?.connections) throw new StartupError('Headwater runs on this database. Stop it before you restore.');
}

const listed = (keys: string) => keys.split(',').map((key) => key.trim());

/** Keeps existing keys; without any, writes those of the backup. */
async function restoreKeys(env: Env, backup: BackupFolder): Promise<void> {
  const keys = await text(backup.read(keyFile));
  const kept = secretKeyFile(env);
  const present = env.HEADWATER_SECRET_KEY ?? (existsSync(kept) ? await readFile(kept, 'utf8') : undefined);
  if (present === undefined) {
    await mkdir(env.dataDir, { recursive: true, mode: 0o700 });
    return writeFile(kept, keys, { mode: 0o600, flag: 'wx' });
  }
  if (listed(keys).every((key) => listed(present).includes(key))) return;
  const where = env.HEADWATER_SECRET_KEY ? 'HEADWATER_SECRET_KEY' : kept;
  throw new StartupError(
    backup.isEncrypted
      ? `${where} has another key than the backup. Use a new data folder without HEADWATER_SECRET_KEY.`
      : `${where} has another key than the backup. Add the key in ${backup.pathOf(keyFile)} behind it, or use a new data folder.`,
  );
}

async function restoreFiles(env: Env, backup: BackupFolder): Promise<void> {
  const store = openFileStore(env);
  for await (const { key } of readFileList(backup)) await store.put(key, await buffer(backup.read(fileOfKey(key))));
}

/** `npm run restore -- DIR`. The restored installation sends nothing until it is armed. */
export async function restore({ env, log, say, args }: BackupCommand): Promise<void> {
  const { folder, passphraseFile } = readBackupArguments(args, { usage });
  const backup = await openBackupFolder(folder, await passphraseOf(passphraseFile));
  const manifest = await readManifest(backup);
  requireMigrationsOfBackup(manifest.migrations);
  say(`Checking the backup of ${manifest.takenAt}`);
  await checkBackup(backup, manifest);
  const { ownerUrl, stop } = await openOwnedDatabase({ env, log, say });
  const owner = await connectOwner(ownerUrl);
  try {
    await requireEmpty(owner);
    await requireStopped(owner);
    await restoreKeys(env, backup);
    await migrate(ownerUrl, undefined, { only: new Set(manifest.migrations.map(({ name }) => name)) });
    say('Restoring files and database');
    await restoreFiles(env, backup);
    const paused = pausedSending(systemClock.now());
    await loadTables(owner, {
      backup,
      manifest,
      requireEmpty,
      async finish(client) {
        await saveFactAsOwner(client, paused.key, { value: paused.value, savedAt: systemClock.now() });
        await forgetBackupsOfOriginal(client);
      },
    });
    // The search snapshot belongs to the former database.
    await rm(join(env.dataDir, 'search'), { recursive: true, force: true });
  } finally {
    await owner.end().catch(() => undefined);
    await stop();
  }
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  say(
    `Restored ${rows} rows and ${manifest.files.count} files. Nothing is sent until sending is switched on in the app, or by npm run arm.`,
  );
}
