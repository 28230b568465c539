import { ensureBuilt } from './build.mjs';
import { stopWithChildren } from './command.mjs';
import { ensureInstalled } from './install.mjs';

/** Installs and builds what has changed; a stop signal meanwhile ends everything. */
export async function prepare() {
  const release = stopWithChildren();
  await ensureInstalled();
  await ensureBuilt();
  release();
}
