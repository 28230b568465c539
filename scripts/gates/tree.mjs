import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare/command.mjs';
import { listFiles } from '../prepare/sources.mjs';

/** The checkout that the gates read. Their tests plant violations in it. */
export const checkout = {
  list: listFiles,
  read: (path) => readFileSync(join(root, path), 'utf8'),
  has: (path) => existsSync(join(root, path)),
};
