import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './command.mjs';

const skipped = new Set(['node_modules', 'dist', '.cache']);

/** Paths below a folder (or the file), relative to the checkout, in a stable order. */
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

export const isProof = (path) => /\.proof\.tsx?$/.test(path);
export const isTest = (path) => /\.test\.tsx?$/.test(path) || isProof(path);

/** Changes with file names and modification times. Reads no contents, for a fast start. */
export function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(listFiles).filter((file) => !isTest(file))) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}
