import { join } from 'node:path';
import { root, run } from '../prepare/command.mjs';

const ours = [
  'packages/domain/src',
  'packages/contract/src',
  'packages/reference/src',
  'apps/server/src',
  'apps/sandbox/src',
  'apps/web/src',
];

/**
 * With a parser that does not fit the compiler, dependency-cruiser reads no module and reports no
 * violation.
 */
const fewestModules = 50;

export async function cruise({ cwd = root, folders = ours, fewest = fewestModules } = {}) {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const parser = join(root, 'scripts/gates/parse-tsx.mjs');
  const result = await run(process.execPath, ['--import', parser, program, '--config', join(root, '.dependency-cruiser.mjs'), ...folders], {
    cwd,
  });
  const modules = Number(result.output.match(/(\d+) modules/)?.[1] ?? 0);
  if (modules > fewest) return result;
  return { ...result, code: 1, output: `${result.output}\nOnly ${modules} modules were read.` };
}
