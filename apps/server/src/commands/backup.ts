import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Env, releaseVersion } from '../env.ts';
import { openFileStore, openSecretBox, readSecretKeyText, secretKeyFile, storedFiles } from '../wiring/adapters.ts';
import { connectOwner } from '#platform/backup/catalog.ts';
import { checkBackup } from '#platform/backup/check-backup.ts';
import { openBackupFolder } from '#platform/backup/folder.ts';
import { readManifest } from '#platform/backup/manifest.ts';
import { isNoSpace, NoSpaceForBackup, requireSpace } from '#platform/backup/space.ts';
import { writeBackup } from '#platform/backup/write-backup.ts';
import { systemClock } from '#platform/clock.ts';
import { requireKeyOfDatabase } from '#platform/database/application-login.ts';
import { StartupError } from '#platform/errors.ts';
import { type BackupCommand, passphraseOf, readBackupArguments } from './backup-arguments.ts';
import { openOwnedDatabase } from './database.ts';

const usage = [
  'Usage: npm run backup -- DIR [--passphrase-file FILE], where DIR is a new or an empty folder',
  '       npm run backup -- --verify DIR [--passphrase-file FILE] reads a backup and compares it with its checksums',
].join('\n');

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const content = await readdir(folder);
    if (content.length > 0) throw new StartupError(`${folder} is not empty: name a new folder for each backup.`);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`${folder} cannot be written: ${(error as Error).message}.`, { cause: error });
  }
  // A mounted folder may have another owner. The files themselves have mode 0600 in any case.
  await chmod(folder, 0o700).catch(() => undefined);
}

/** With other settings, the command would find an empty database and a useless key. */
function requireInstallation(env: Env): void {
  const wrong = 'set HEADWATER_DATA_DIR, HEADWATER_SECRET_KEY and DATABASE_URL as the product has them';
  if (!env.DATABASE_URL && !existsSync(join(env.dataDir, 'postgres')))
    throw new StartupError(`There is no embedded database in ${env.dataDir}: ${wrong}.`);
  if (!env.HEADWATER_SECRET_KEY && !existsSync(secretKeyFile(env)))
    throw new StartupError(`There is no secret key in ${env.dataDir}: ${wrong}.`);
}

async function requireOwnKey(env: Env, ownerUrl: string): Promise<void> {
  const owner = await connectOwner(ownerUrl);
  try {
    const { rows } = await owner.query<{ is_there: boolean }>(`select to_regclass('application_login') is not null as is_there`);
    if (!rows[0]?.is_there) throw new StartupError('The database has no tables of Headwater.');
    await requireKeyOfDatabase(owner, openSecretBox(env));
  } finally {
    await owner.end();
  }
}

async function verify({ say }: BackupCommand, folder: string, passphrase: string | undefined): Promise<number> {
  const opened = await openBackupFolder(folder, passphrase);
  const manifest = await readManifest(opened);
  await checkBackup(opened, manifest);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  say(`The backup of ${manifest.takenAt} in ${folder} is complete: ${rows} rows, ${manifest.files.count} files, the secret key.`);
  return 0;
}

function explainSpace(error: unknown, folder: string): unknown {
  if (error instanceof NoSpaceForBackup) return new StartupError(`There is no room for the backup in ${folder}: ${error.message}.`);
  if (!isNoSpace(error)) return error;
  return new StartupError(`There is no room left for the backup in ${folder}. It is incomplete: delete it.`, { cause: error });
}

/** `npm run backup -- DIR`. Returns exit code 2 if files are missing that the database names. */
export async function backup(command: BackupCommand): Promise<number> {
  const { env, log, say, args } = command;
  const { folder, passphraseFile, verifies } = readBackupArguments(args, { usage, mayVerify: true });
  const passphrase = await passphraseOf(passphraseFile);
  if (verifies) return verify(command, folder, passphrase);
  requireInstallation(env);
  const { ownerUrl, stop } = await openOwnedDatabase({ env, log, say });
  try {
    await requireOwnKey(env, ownerUrl);
    await makeFolder(folder);
    await requireSpace(folder, { url: ownerUrl, fileKeys: storedFiles });
    say(`Copying database and files to ${folder}`);
    const { rows, files, missing } = await writeBackup({
      url: ownerUrl,
      folder,
      passphrase,
      files: openFileStore(env),
      fileKeys: storedFiles,
      secretKeys: readSecretKeyText(env),
      release: releaseVersion(),
      takenAt: systemClock.now(),
    });
    say(`The backup in ${folder} is complete and was read back: ${rows} rows, ${files} files, the secret key.`);
    for (const key of missing.slice(0, 10)) say(`  The database names the file ${key}, which is not in the file store.`);
    if (missing.length > 10) say(`  ${missing.length} files in all are missing in the file store.`);
    return missing.length > 0 ? 2 : 0;
  } catch (error) {
    throw explainSpace(error, folder);
  } finally {
    await stop();
  }
}
