import { existsSync } from 'node:fs';
import { chown, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StartupError } from '#platform/errors.ts';
import type { Binaries } from './binaries.ts';
import type { DatabaseDirectory } from './database-directory.ts';
import { isRunning } from './process-table.ts';
import { runProgram } from './program.ts';

export const ownerRole = 'headwater';

const settings = [
  `--username=${ownerRole}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-locale',
  '--data-checksums',
];

/** A rename survives a power failure only if the parent folder is flushed too. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

async function removePartialClusters(cluster: string): Promise<void> {
  const parent = dirname(cluster);
  const prefix = `${basename(cluster)}.new-`;
  const left = (await readdir(parent)).filter(
    (name) => name.startsWith(prefix) && !isRunning(Number.parseInt(name.slice(prefix.length), 10)),
  );
  await Promise.all(left.map((name) => rm(join(parent, name), { recursive: true, force: true })));
}

/**
 * Renames a temporary folder, so that a partial cluster is never used. Throws StartupError with the
 * last output of initdb.
 */
export async function initialise(
  place: DatabaseDirectory,
  binaries: Binaries,
  { password, durable }: { password: string; durable: boolean },
): Promise<void> {
  const { cluster, account } = place;
  await removePartialClusters(cluster);
  const half = await mkdtemp(`${cluster}.new-${process.pid}-`);
  const passwordFile = join(half, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) await Promise.all([half, passwordFile].map((path) => chown(path, account.uid, account.gid)));
  const data = join(half, 'data');
  const args = [...settings, `--pgdata=${data}`, `--pwfile=${passwordFile}`, ...(durable ? [] : ['--no-sync'])];
  const { code, output } = await runProgram(binaries.initdb, args, account);
  if (code !== 0) {
    await rm(half, { recursive: true, force: true });
    throw new StartupError(`The embedded database could not be made in ${dirname(cluster)}: ${output.split('\n').at(-1)}`);
  }
  await rename(data, cluster).catch((error: unknown) => {
    if (!existsSync(cluster)) throw error;
  });
  if (durable) await flushFolder(dirname(cluster));
  await rm(half, { recursive: true, force: true });
}
