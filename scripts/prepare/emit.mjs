import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runPackage } from './command.mjs';
import { listOutputs } from './outputs.mjs';
import { listFiles } from './sources.mjs';

const bundled = 'bundle/';

function removeLeftOvers(folder) {
  const sources = new Set(listFiles(`${folder}/src`).map((path) => path.slice(folder.length + 5)));
  for (const output of listOutputs(`${folder}/dist`)) {
    const name = output
      .replace(/\.map$/, '')
      .replace(/\.d\.ts$/, '.ts')
      .replace(/\.js$/, '.ts');
    if (!sources.has(name) && !sources.has(output) && !output.startsWith(bundled)) rmSync(join(root, folder, 'dist', output));
  }
}

/** Files that the server reads at run time: migrations, texts. */
function copyAssets(folder) {
  for (const path of listFiles(`${folder}/src`).filter((file) => !/\.tsx?$/.test(file))) {
    cpSync(join(root, path), join(root, path.replace(`${folder}/src`, `${folder}/dist`)));
  }
}

/** tsc rewrites `./x.ts` in imports only, not in `new URL('./x.ts', import.meta.url)`. */
export const withWorkerAddresses = (code) =>
  code.replaceAll(/new URL\((['"])(\.[^'"]+)\.ts\1, import\.meta\.url\)/g, 'new URL($1$2.js$1, import.meta.url)');

function rewriteWorkerAddresses(folder) {
  for (const output of listOutputs(`${folder}/dist`).filter((name) => name.endsWith('.js') && !name.startsWith(bundled))) {
    const file = join(root, folder, 'dist', output);
    const code = readFileSync(file, 'utf8');
    const rewritten = withWorkerAddresses(code);
    if (rewritten !== code) writeFileSync(file, rewritten);
  }
}

/** Compiles src to dist without checking types, to keep the start short. */
export async function emit(folder) {
  if (!existsSync(join(root, folder, 'src'))) return { code: 0, output: '', seconds: 0 };
  const result = await runPackage('typescript/bin/tsc', ['-p', `${folder}/tsconfig.build.json`, '--noCheck', '--declaration', 'false']);
  if (result.code !== 0) return result;
  removeLeftOvers(folder);
  copyAssets(folder);
  rewriteWorkerAddresses(folder);
  return result;
}
