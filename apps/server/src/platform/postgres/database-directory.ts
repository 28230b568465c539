import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, link, mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartupError } from '#platform/errors.ts';
import { type Account, canUse, chooseAccount, isRoot } from './account.ts';
import { systemFolder } from './binaries.ts';

export interface DatabaseDirectory {
  folder: string;
  cluster: string;
  /** The account that runs PostgreSQL; undefined: the current one. */
  account: Account | undefined;
}

/** Other accounts may traverse a folder of root but not list it. */
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

async function openNewFolder(dataDir: string): Promise<void> {
  if (isRoot() && (await readdir(dataDir)).length === 1) await chmod(dataDir, folderMode());
}

/** Finds or creates the cluster folder. Throws StartupError if the data folder is not writable. */
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

export async function ownerPassword({ folder, cluster }: DatabaseDirectory): Promise<string> {
  const file = join(folder, 'password');
  const saved = await readIfThere(file);
  if (saved) return saved;
  if (existsSync(cluster)) throw new StartupError(`The password of the embedded database is missing: restore the file ${file}.`);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600 });
  // A link, unlike a rename, keeps the password of a concurrent process.
  await link(draft, file).catch(() => undefined);
  await rm(draft);
  return (await readFile(file, 'utf8')).trim();
}
