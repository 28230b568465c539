import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupFailureReason } from '@headwater/domain/backups';
import { readPassphrase } from '#platform/backup/folder.ts';
import { isNoSpace, requireSpace } from '#platform/backup/space.ts';
import { type BackupOptions, writeBackup } from '#platform/backup/write-backup.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { tryHoldLock } from '#platform/database/held-lock.ts';
import type { Log } from '#platform/log.ts';
import { expiredBackups, isBackupName, nameOf } from './retention.ts';
import { backupLock, type MadeBackup, ownerOfBackups, saveFailed, saveMade } from './store.ts';

export interface BackupSettings {
  folder: string;
  /** UTC. */
  hour: number;
  keepDays: number;
  keepWeeks: number;
  passphraseFile: string | undefined;
}

export interface BackupServices {
  database: Database;
  clock: Clock;
  log: Log;
  settings: BackupSettings;
  /** Connects as the owner of the database. */
  source: Pick<BackupOptions, 'url' | 'files' | 'fileKeys' | 'release'> & { readSecretKeys(): string };
  notifyOfFailure(tx: Tx, failure: { reason: BackupFailureReason; now: Date }): Promise<void>;
}

class BackupFailed extends Error {
  readonly reason: BackupFailureReason;
  constructor(reason: BackupFailureReason, cause: unknown) {
    super(`backup failed: ${reason}`, { cause });
    this.reason = reason;
  }
}

const as = (reason: BackupFailureReason) => (error: unknown) => {
  throw isNoSpace(error) || error instanceof BackupFailed ? error : new BackupFailed(reason, error);
};

const partOf = (name: string) => `.${name}.part`;
const isPart = (name: string) => name.startsWith('.') && name.endsWith('.part') && isBackupName(name.slice(1, -'.part'.length));
const remove = (path: string) => rm(path, { recursive: true, force: true });

const marker = '.headwater-installation';

/** Another installation with the same setting, such as a restored copy, would delete these backups. */
async function claimFolder(folder: string, id: string): Promise<void> {
  const path = join(folder, marker);
  await writeFile(path, id, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if ((await readFile(path, 'utf8')) !== id) throw new BackupFailed('foreign', undefined);
}

/** Parts are left by killed processes. The lock of the installation excludes running ones. */
async function prepareFolder({ database, clock, settings: { folder } }: BackupServices): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await claimFolder(folder, await database.asSystem((tx) => ownerOfBackups(tx, randomUUID(), clock.now())));
  for (const name of (await readdir(folder)).filter(isPart)) await remove(join(folder, name));
}

/** Keeps the backup just made, also if a wrong clock named others later. */
async function deleteExpired({ settings: { folder, keepDays, keepWeeks } }: BackupServices, made: string): Promise<void> {
  const expired = expiredBackups(await readdir(folder), { days: keepDays, weeks: keepWeeks });
  for (const name of expired.filter((each) => each !== made)) {
    const part = join(folder, partOf(name));
    await rename(join(folder, name), part);
    await remove(part);
  }
}

/** Everything is written beside and renamed, so that an interrupted backup never looks complete. */
async function writeNew(services: BackupServices, signal: AbortSignal): Promise<MadeBackup> {
  const { clock, settings, source } = services;
  const { folder, passphraseFile } = settings;
  const { readSecretKeys, ...from } = source;
  await prepareFolder(services).catch(as('folder'));
  const passphrase = passphraseFile === undefined ? undefined : await readPassphrase(passphraseFile).catch(as('passphrase'));
  await requireSpace(folder, from);
  const takenAt = clock.now();
  const name = nameOf(takenAt);
  const part = join(folder, partOf(name));
  await mkdir(part, { mode: 0o700 }).catch(as('folder'));
  try {
    const report = await writeBackup({ ...from, folder: part, secretKeys: readSecretKeys(), takenAt, passphrase, signal });
    await remove(join(folder, name));
    await rename(part, join(folder, name));
    const { rows, files, bytes, missing } = report;
    const times = { takenAt: takenAt.toISOString(), finishedAt: clock.now().toISOString() };
    return { name, ...times, rows, files, bytes, missing: missing.length, isEncrypted: passphrase !== undefined };
  } catch (error) {
    await remove(part).catch(() => undefined);
    throw error;
  }
}

const notWritable = new Set(['EACCES', 'EPERM', 'EROFS', 'EIO', 'ENOTDIR', 'ENOENT']);

function reasonOf(error: unknown, folder: string): BackupFailureReason {
  if (error instanceof BackupFailed) return error.reason;
  if (isNoSpace(error)) return 'space';
  const { code, syscall, path = folder } = error as NodeJS.ErrnoException;
  return syscall !== undefined && notWritable.has(code ?? '') && path.startsWith(folder) ? 'folder' : 'unexpected';
}

/** Only one process makes a backup; other processes return. Throws if `signal` ended it. */
export async function makeBackup(services: BackupServices, signal: AbortSignal): Promise<void> {
  const { database, clock, log, notifyOfFailure } = services;
  const lock = await tryHoldLock(database.pool, 'soleWork', backupLock);
  if (!lock) return;
  try {
    const made = await writeNew(services, signal);
    await database.asSystem(async (tx) => {
      await saveMade(tx, made, clock.now());
      if (made.missing > 0) await notifyOfFailure(tx, { reason: 'incomplete', now: clock.now() });
    });
    log.info(made, 'backup made');
    // Older backups may contain the missing files.
    if (made.missing > 0) return;
    await deleteExpired(services, made.name).catch((error: unknown) => log.warn({ err: error }, 'old backups not deleted'));
  } catch (error) {
    if (signal.aborted) throw error;
    const [reason, now] = [reasonOf(error, services.settings.folder), clock.now()];
    log.error({ err: error, reason }, 'backup failed');
    await database.asSystem(async (tx) => {
      await saveFailed(tx, { at: now.toISOString(), reason }, now);
      await notifyOfFailure(tx, { reason, now });
    });
  } finally {
    await lock.release();
  }
}
