import { ensureBuilt } from './build.mjs';
import { stopWithChildren } from './command.mjs';
import { ensureInstalled } from './install.mjs';

/**
 * Installs changed packages and, unless `builds` is false, builds changed sources. A stop signal
 * ends the children.
 */
export async function prepare({ builds = true } = {}) {
  const release = stopWithChildren();
  await ensureInstalled();
  if (builds) await ensureBuilt();
  release();
}
