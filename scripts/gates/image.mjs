// The image is built from every workspace: a package whose package.json the Dockerfile does not copy would not be installed in it.
import { checkout } from './tree.mjs';

/** What is wrong with the Dockerfile, a line each. */
export function checkImage(tree = checkout) {
  const dockerfile = tree.read('Dockerfile');
  const folders = Object.values(JSON.parse(tree.read('package-lock.json')).packages)
    .filter((entry) => entry.link)
    .map((entry) => entry.resolved);
  if (folders.length === 0) return ['package-lock.json: no workspaces were found'];
  return folders
    .filter((folder) => tree.has(`${folder}/package.json`))
    .filter((folder) => !dockerfile.includes(`COPY ${folder}/package.json ${folder}/\n`))
    .map((folder) => `Dockerfile: does not copy ${folder}/package.json before it installs`);
}
