import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const kept = join(root, '.cache', 'postgres');

/**
 * Sources that determine the content of a migrated cluster. The lock file covers PostgreSQL and the
 * migrations of the queue.
 */
const sources = [
  'package-lock.json',
  'apps/server/src/migrations',
  'apps/server/src/platform/postgres',
  'apps/server/src/platform/database/migrate.ts',
  'apps/server/test/postgres.ts',
];

function filesOf(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .toSorted()
    .map((name) => `${path}/${name}`);
}

function keyOfSources(): string {
  const hash = createHash('sha256').update(String(process.getuid?.()));
  for (const file of sources.flatMap(filesOf)) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

/** As root, the files belong to PostgreSQL's account, and only `cp` keeps owners. */
function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true });
  else execFileSync('cp', ['-Rp', from, to]);
}

/** Another run may use newer ones. */
function removeOld(): void {
  const dayAgo = Date.now() - 86_400_000;
  for (const name of readdirSync(kept))
    if (statSync(join(kept, name)).mtimeMs < dayAgo) rmSync(join(kept, name), { recursive: true, force: true });
}

/** Copies the cached data folder, or caches the one that `make` creates. */
export async function copyPreparedCluster(folder: string, make: (folder: string) => Promise<void>): Promise<void> {
  const prepared = join(kept, keyOfSources());
  if (!existsSync(prepared)) {
    await make(folder);
    mkdirSync(kept, { recursive: true });
    removeOld();
    const draft = `${prepared}.${process.pid}`;
    copyFolder(folder, draft);
    // A concurrent run may have finished first.
    if (existsSync(prepared)) rmSync(draft, { recursive: true });
    else renameSync(draft, prepared);
    return;
  }
  rmSync(folder, { recursive: true });
  copyFolder(prepared, folder);
  chmodSync(folder, 0o711);
}
