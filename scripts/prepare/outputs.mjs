import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './command.mjs';

export function listOutputs(folder) {
  const full = join(root, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(full, join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'));
}
