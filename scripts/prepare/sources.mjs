import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './command.mjs';

const skipped = new Set(['node_modules', 'dist', '.cache']);

/** Paths of all files below a folder of the checkout (or the file itself), relative to the checkout, in a stable order. */
export function listFiles(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full, { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      if (skipped.has(entry.name)) return [];
      return entry.isDirectory() ? listFiles(`${path}/${entry.name}`) : [`${path}/${entry.name}`];
    });
}

/** Proofs are test files that `npm run proofs` alone runs. */
export const isProof = (path) => /\.proof\.tsx?$/.test(path);
export const isTest = (path) => /\.test\.tsx?$/.test(path) || isProof(path);

/** Changes whenever a file below the paths is added, removed or written. Reads no contents, to be quick on every start. */
export function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(listFiles).filter((file) => !isTest(file))) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}
