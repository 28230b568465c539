import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare/command.mjs';
import { listFiles } from '../prepare/sources.mjs';

/** Tests replace this checkout to plant violations. */
export const checkout = {
  list: listFiles,
  read: (path) => readFileSync(join(root, path), 'utf8'),
  has: (path) => existsSync(join(root, path)),
};
