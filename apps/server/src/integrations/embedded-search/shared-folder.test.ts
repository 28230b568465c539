import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMemorySource, type MemorySource } from '#modules/search/conformance/memory-source.ts';
import type { QueryNode, SearchDocument, SearchPort } from '#modules/search/port.ts';
import { profileSchema } from '#modules/search/schema.ts';
import type { EmbeddedLimits } from './coordinator/engine.ts';
import { createEmbeddedSearch } from './embedded-search.ts';
import { startInlineThread } from './shard/inline-thread.ts';

const all: QueryNode = { op: 'all' };
const find = async (port: SearchPort) => (await port.search(all, { scope: { companyId: null } })).total;

const person = (id: number, skill = 'python'): SearchDocument => ({
  id,
  owner: 0,
  freshness: 0.5,
  completeness: 0.5,
  terms: { skill: [skill] },
  numbers: {},
  texts: {},
  points: {},
});

let directory: string;
let source: MemorySource;
let messages: string[];
const ports: SearchPort[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'search-'));
  source = createMemorySource();
  source.put(Array.from({ length: 50 }, (_, index) => person(index + 1)));
  messages = [];
});
afterEach(async () => {
  await Promise.all(ports.splice(0).map((port) => port.close()));
  await rm(directory, { recursive: true });
});

/** An engine as in a process of its own. */
function make(limits: Partial<EmbeddedLimits> = {}): SearchPort {
  const port = createEmbeddedSearch({
    directory,
    schema: profileSchema,
    source,
    clock: () => performance.now(),
    log: (_level, message) => void messages.push(message),
    shards: 1,
    limits: { followMs: 20, ...limits },
    startThread: startInlineThread,
  });
  ports.push(port);
  return port;
}
const times = (message: string) => messages.filter((one) => one === message).length;
const isSaved = async (words: string) => {
  const files = await Promise.all((await readdir(directory)).map((file) => readFile(join(directory, file))));
  return files.some((file) => file.includes(words));
};

it('[SCL-006] builds the index in one process and loads it in the others', async () => {
  const engines = [make(), make(), make()];
  await Promise.all(engines.map((engine) => engine.rebuild()));
  for (const engine of engines) expect(await find(engine)).toBe(50);
  expect(times('the search index was built')).toBe(1);
  expect(times('the search index of another process was loaded')).toBe(2);
  expect(await readdir(directory)).not.toContain('lock');
});

it('[SCL-006] replaces the index of all processes after a rebuild, and removed data stays removed on disk', async () => {
  const [first, second] = [make(), make({ adoptMs: 20 })];
  source.put([person(51, 'cobol')]);
  await first.rebuild();
  await second.open();
  source.remove([51]);
  await first.rebuild();
  await expect.poll(() => times('the search index of another process was loaded')).toBe(1);
  source.put([person(52)]);
  await second.waitFor(source.version);
  await second.save();
  expect(await find(second)).toBe(51);
  expect(await isSaved('cobol')).toBe(false);
});

it('[SCL-006] does not overwrite a save that was built later, or is newer', async () => {
  const [first, second] = [make({ followMs: 1e6 }), make()];
  await first.rebuild();
  await second.open();
  source.put([person(60)]);
  await second.waitFor(source.version);
  await second.save();
  const saved = await readdir(directory);
  await first.save();
  expect(await readdir(directory)).toEqual(saved);
  source.put([person(61)]);
  await second.rebuild();
  const built = await readdir(directory);
  await first.waitFor(source.version);
  await first.save();
  expect(await readdir(directory)).toEqual(built);
});

it('[SCL-006] builds when the process that held the folder was killed', async () => {
  for (const token of [`${process.pid} ${hostname()} another-life`, `4194304 ${hostname()} gone`]) {
    await writeFile(join(directory, 'lock'), token);
    const engine = make();
    await engine.rebuild();
    expect(await find(engine)).toBe(50);
    expect(await readdir(directory)).not.toContain('lock');
  }
});
