import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The last one and those before it. */
const kept = 4;
const list = 'builds.json';

const filesOf = (folder) => (existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith(list)) : []);

/** The names of the files of each build that is kept, the newest first. What lies there is one where nobody has noted any. */
function readBuilds(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, list), 'utf8'));
  } catch {
    return [filesOf(folder)];
  }
}

/**
 * Notes the files that a build has just written into a folder, and removes what none of the last builds has made. Those stay: a server that runs
 * goes on loading parts of the build that it was started from, whatever is built meanwhile. A crash before the end leaves more than is needed at most.
 */
export function keepLastBuilds(folder, made) {
  const names = made.toSorted();
  const isOther = (build) => build.toSorted().join('/') !== names.join('/');
  const builds = [names, ...readBuilds(folder).filter(isOther)].slice(0, kept);
  const written = join(folder, `${list}.new`);
  writeFileSync(written, JSON.stringify(builds));
  renameSync(written, join(folder, list));
  const needed = new Set(builds.flat());
  for (const name of filesOf(folder)) if (!needed.has(name)) rmSync(join(folder, name), { recursive: true });
}
