// The image is built from every workspace: a package whose package.json the Dockerfile does not copy would not be installed in it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare/command.mjs';

const textOf = (file) => readFileSync(join(root, file), 'utf8');

/** What is wrong with the Dockerfile, a line each. */
export function checkImage() {
  const dockerfile = textOf('Dockerfile');
  const folders = Object.values(JSON.parse(textOf('package-lock.json')).packages)
    .filter((entry) => entry.link)
    .map((entry) => entry.resolved);
  if (folders.length === 0) return ['package-lock.json: no workspaces were found'];
  return folders
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .filter((folder) => !dockerfile.includes(`COPY ${folder}/package.json ${folder}/\n`))
    .map((folder) => `Dockerfile: does not copy ${folder}/package.json before it installs`);
}
