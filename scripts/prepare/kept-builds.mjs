import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const kept = 4;
const list = 'builds.json';

const filesOf = (folder) => (existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith(list)) : []);

/** Files of each kept build, newest first. Without a record the folder's files are one build. */
function readBuilds(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, list), 'utf8'));
  } catch {
    return [filesOf(folder)];
  }
}

/**
 * Records a build and removes files of no kept build. Running servers still load parts of older
 * ones; a crash leaves too many files at most.
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
