import { readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchRow } from './row.ts';

/** npm run bench -- NAME [OF] [--json FILE] [--option value ...] runs bench/NAME.ts. */
interface Bench {
  run(options: Record<string, string | number | boolean>): Promise<BenchRow[] | { rows: BenchRow[] }>;
}

const folder = dirname(fileURLToPath(import.meta.url));
const notBenches = new Set(['main.ts', 'row.ts']);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !notBenches.has(file))
  .map((file) => file.slice(0, -3));

function readOptions(words: readonly string[]): Record<string, string | number | boolean> {
  const options: Record<string, string | number | boolean> = {};
  const [of] = words;
  if (of !== undefined && !of.startsWith('--')) return { of, ...readOptions(words.slice(1)) };
  for (let at = 0; at < words.length; at += 1) {
    const [name = '', given] = (words[at] ?? '').replace(/^--/, '').split('=', 2);
    const next = words[at + 1];
    const takesNext = given === undefined && next !== undefined && !next.startsWith('--');
    const value = given ?? (takesNext ? next : 'true');
    if (takesNext) at += 1;
    options[name] = value === 'true' ? true : /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  }
  return options;
}

const machine = () => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  memory_gb: Math.round(totalmem() / 1024 ** 3),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
});

const shown = (value: string | number | null) => (value === null ? '' : String(value));

function printTable(rows: readonly BenchRow[]): void {
  const table = [
    ['case', 'metric', 'value', 'target', 'reference'],
    ...rows.map((row) => [row.case, row.metric, row.value, row.target, row.reference].map(shown)),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((line) => (line[column] ?? '').length)));
  for (const line of table) {
    console.log(
      line.map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '),
    );
  }
}

const [name, ...words] = process.argv.slice(2);
if (!name || !names.includes(name)) {
  console.error(`Usage: npm run bench -- NAME [--json FILE]. There are: ${names.join(', ')}.`);
  process.exitCode = 2;
} else {
  const options = readOptions(words);
  const state = { hasResult: false };
  process.once('exit', () => {
    if (!state.hasResult) console.error(`${name} ended without a result.`);
  });
  const bench = (await import(`./${name}.ts`)) as Bench;
  const result = await bench.run(options);
  state.hasResult = true;
  const rows = Array.isArray(result) ? result : result.rows;
  printTable(rows);
  if (typeof options['json'] === 'string') {
    writeFileSync(options['json'], `${JSON.stringify({ bench: name, machine: machine(), rows }, undefined, 2)}\n`);
  }
}
