import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../prepare/command.mjs';
import { isProof, isTest, listFiles } from '../prepare/sources.mjs';
import { isMet, proofs, requireTests } from './list.mjs';

const tests = ['packages', 'apps', 'scripts', 'bench', 'e2e'].flatMap(listFiles).filter(isTest);

describe('list of proofs', () => {
  it('names every *.proof.ts file, and only existing files and benches', () => {
    const fragments = proofs.flatMap(({ files = [] }) => files);
    expect(tests.filter((file) => isProof(file) && !fragments.some((part) => file.includes(part)))).toEqual([]);
    expect(fragments.filter((part) => !tests.some((file) => file.includes(part)))).toEqual([]);
    const benches = proofs.flatMap(({ bench = [] }) => bench.slice(0, 1));
    expect(benches.filter((name) => !existsSync(join(root, 'bench', `${name}.ts`)))).toEqual([]);
  });

  it('runs every test file that samples its cases', () => {
    const fragments = proofs.flatMap(({ files = [] }) => files);
    const sampling = tests.filter((file) => /testing\/sample'|testing\/require-linear'/.test(readFileSync(join(root, file), 'utf8')));
    expect(sampling.filter((file) => !fragments.some((part) => file.includes(part)))).toEqual([]);
  });

  it('names each proof once, and docs/PROOFS.md describes each name', () => {
    const names = proofs.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const described = [...readFileSync(join(root, 'docs/PROOFS.md'), 'utf8').matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
    expect(described.toSorted()).toEqual(names.toSorted());
  });
});

describe('result of a bench', () => {
  it.each([
    [{ metric: 'arrived twice or more', value: 1, target: 0 }, false],
    [{ metric: 'messages kept', value: 499, target: 500 }, false],
    [{ metric: 'seconds', value: 12, target: null }, true],
    [{ metric: 'kills', value: 62, target: 60 }, true],
    [{ metric: 'shown as unknown', value: 3, target: 9 }, true],
    [{ metric: '/healthz, ms (99 of 100)', value: 200, target: 100 }, false],
    [{ metric: 'memory, MB (peak)', value: 200, target: 500 }, true],
  ])('%j is met: %j', (row, met) => {
    expect(isMet(row)).toBe(met);
  });
});

describe('result of a test run', () => {
  it.each([
    [{ passed: 0, failures: [] }, ['no test ran']],
    [{ passed: 3, failures: [] }, []],
    [{ passed: 0, failures: ['access > fails'] }, ['access > fails']],
    [{ passed: 3, failures: ['access > fails'] }, ['access > fails']],
  ])('%j has these failures: %j', (result, failures) => {
    expect(requireTests(result).failures).toEqual(failures);
  });
});
