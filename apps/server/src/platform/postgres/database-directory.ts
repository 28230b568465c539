import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, link, mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartupError } from '#platform/errors.ts';
import { type Account, canUse, chooseAccount, isRoot } from './account.ts';
import { systemFolder } from './binaries.ts';

/** Where one cluster and what belongs to it lies. */
export interface DatabaseDirectory {
  /** Our own folder: password, port, users. */
  folder: string;
  /** The cluster as PostgreSQL knows it (PGDATA). */
  cluster: string;
  /** The account PostgreSQL runs as; undefined means ours. */
  account: Account | undefined;
}

/** Other accounts may pass through a folder of root to the cluster below it, but see nothing on the way. */
const folderMode = () => (isRoot() ? 0o711 : 0o700);

async function readIfThere(file: string): Promise<string | undefined> {
  return existsSync(file) ? (await readFile(file, 'utf8')).trim() : undefined;
}

async function moveOutOfReach(folder: string, say: (sentence: string) => void): Promise<string> {
  const name = createHash('sha256').update(folder).update(randomBytes(8)).digest('hex').slice(0, 16);
  const cluster = join(systemFolder, name, 'pg');
  await mkdir(systemFolder, { recursive: true, mode: 0o755 });
  await mkdir(dirname(cluster), { mode: 0o711 });
  await writeFile(join(dirname(cluster), 'belongs-to'), `${folder}\n`);
  await writeFile(join(folder, 'location'), `${cluster}\n`, { mode: 0o600 });
  say(`PostgreSQL does not run as root, and its account cannot reach ${folder}: the database lies in ${dirname(cluster)}.`);
  return cluster;
}

/** A folder that holds nothing else yet is as good as made by us, whoever made it. */
async function openNewFolder(dataDir: string): Promise<void> {
  if (isRoot() && (await readdir(dataDir)).length === 1) await chmod(dataDir, folderMode());
}

/** Finds or makes the place of the cluster of a data folder. Throws StartupError when the folder cannot be written. */
export async function findDirectory(dataDir: string, say: (sentence: string) => void): Promise<DatabaseDirectory> {
  const folder = join(dataDir, 'postgres');
  try {
    await mkdir(folder, { recursive: true, mode: folderMode() });
    await writeFile(join(folder, 'writable'), '');
    await openNewFolder(dataDir);
  } catch (error) {
    throw new StartupError(`The data folder ${dataDir} cannot be written: change its owner or set HEADWATER_DATA_DIR to another folder.`, {
      cause: error,
    });
  }
  const known = await readIfThere(join(folder, 'location'));
  const cluster = known ?? join(folder, 'pg');
  const account = await chooseAccount(cluster);
  if (known || existsSync(cluster) || !account || (await canUseFolder(account, folder))) return { folder, cluster, account };
  return { folder, cluster: await moveOutOfReach(folder, say), account };
}

async function canUseFolder(account: Account, folder: string): Promise<boolean> {
  const trial = join(folder, 'trial');
  await mkdir(trial, { recursive: true });
  await chown(trial, account.uid, account.gid);
  const usable = await canUse(account, trial, 'write');
  await rmdir(trial);
  return usable;
}

/** The owner's password: made once, before the cluster, and kept beside it for our account only. */
export async function ownerPassword({ folder, cluster }: DatabaseDirectory): Promise<string> {
  const file = join(folder, 'password');
  const saved = await readIfThere(file);
  if (saved) return saved;
  if (existsSync(cluster)) throw new StartupError(`The password of the embedded database is missing: restore the file ${file}.`);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600 });
  // A link, unlike a rename, leaves the password alone that another process made at the same moment.
  await link(draft, file).catch(() => undefined);
  await rm(draft);
  return (await readFile(file, 'utf8')).trim();
}
