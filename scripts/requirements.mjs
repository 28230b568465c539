import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare/command.mjs';
import { isProof, isTest, listFiles } from './prepare/sources.mjs';

const idPattern = /[A-Z][A-Z0-9]+-\d{2,3}/g;

export function readRequirements() {
  const lines = readFileSync(join(root, 'docs/requirements.md'), 'utf8').split('\n');
  let area = '';
  const rows = [];
  for (const line of lines) {
    area = line.match(/^## (.+)$/)?.[1] ?? area;
    const row = line.match(/^\| ([A-Z][A-Z0-9]+-\d{2,3}) \| (.+) \|$/);
    if (row) rows.push({ id: row[1], text: row[2], area });
  }
  return rows;
}

/** Files of `npm test` by id, with the conformance suites: `it('[VAC-012][VAC-013] ...')` or `[VAC-012, VAC-013]`. */
export function readNamed() {
  const files = ['packages', 'apps', 'e2e', 'scripts']
    .flatMap(listFiles)
    .filter((path) => (isTest(path) && !isProof(path)) || path.endsWith('-conformance.ts'));
  const named = new Map();
  for (const file of files) {
    const code = readFileSync(join(root, file), 'utf8');
    // Only brackets right behind a quotation mark or another bracket, which excludes lists in code.
    for (const [group] of code.matchAll(/(?<=['"`])(?:\[[A-Z][A-Z0-9]+-\d{2,3}(?:,? ?[A-Z][A-Z0-9]+-\d{2,3})*\] ?)+/g)) {
      for (const [id] of group.matchAll(idPattern)) named.set(id, [...(named.get(id) ?? []), file]);
    }
  }
  return named;
}
