import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bundle } from './bundle.mjs';

/** A program that loads a part of itself on request and prints its contents. */
function usePlace() {
  const place = mkdtempSync(join(tmpdir(), 'headwater-bundle-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const folder = join(place, 'bundle');
  writeFileSync(join(place, 'package.json'), '{ "type": "module" }');
  const entry = join(place, 'main.ts');
  writeFileSync(
    entry,
    `process.on('message', () => import('./part.ts').then(({ word }) => process.send(word), (error) => process.send(error.code)));
    process.send('ready');`,
  );
  return {
    folder,
    async build(word: string) {
      writeFileSync(join(place, 'part.ts'), `export const word: string = '${word}';`);
      expect(await bundle({ entry, folder })).toEqual({ code: 0, output: '' });
    },
  };
}

async function start(folder: string) {
  const child = fork(join(folder, 'main.js'), { execArgv: [] });
  onTestFinished(() => void child.kill());
  expect(await once(child, 'message')).toEqual(['ready', undefined]);
  return async (): Promise<unknown> => {
    child.send('load');
    const [word] = (await once(child, 'message')) as unknown[];
    return word;
  };
}

it('keeps the parts that a running server has not loaded yet', async () => {
  const { folder, build } = usePlace();
  await build('first');
  const load = await start(folder);
  await build('second');
  await build('third');
  // Building an earlier version again creates no files.
  for (const word of ['second', 'third', 'second', 'third']) await build(word);
  const loadThird = await start(folder);
  expect([await load(), await loadThird()]).toEqual(['first', 'third']);
});

it('keeps the last few builds after a crash', async () => {
  const { folder, build } = usePlace();
  await build('first');
  // Output of an earlier release without a record, or with half a record.
  writeFileSync(join(folder, 'builds.json'), '[["main.js", "par');
  writeFileSync(join(folder, 'part-BROKEN.js'), 'export');
  for (let turn = 0; turn < 10; turn += 1) await build(`turn ${turn}`);
  const files = readdirSync(folder);
  expect(files.filter((name) => name.startsWith('part-'))).toHaveLength(4);
  expect(files).not.toContain('part-BROKEN.js');
  expect(files.filter((name) => !name.startsWith('part-')).toSorted()).toEqual(['builds.json', 'main.js']);
  expect(await (await start(folder))()).toBe('turn 9');
});
