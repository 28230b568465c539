import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemorySource, type MemorySource } from '#modules/search/conformance/memory-source.ts';
import { createOracle } from '#modules/search/conformance/oracle.ts';
import type { QueryNode, SearchDocument, SearchPort } from '#modules/search/port.ts';
import { profileSchema, type SearchSchema } from '#modules/search/schema.ts';
import { createEmbeddedSearch } from './embedded-search.ts';
import type { EmbeddedLimits } from './coordinator/engine.ts';
import { startInlineThread } from './shard/inline-thread.ts';

const scope = { companyId: null };
const all: QueryNode = { op: 'all' };

const value = (number: number): string => `Skill ${number}`;
const industryOf = (number: number) => ({ industry: [value(number % 7), `Word ${number}`] });

function person(id: number, more: Partial<SearchDocument> = {}): SearchDocument {
  return {
    id,
    owner: 0,
    freshness: 0.5,
    completeness: 0.5,
    terms: { skill: ['python'] },
    numbers: { age: 30 },
    texts: { name: ['Иван Петров'], currentTitle: ['Senior Developer'] },
    points: {},
    ...more,
  };
}

async function* broken(): AsyncGenerator<SearchDocument[]> {
  yield [person(1)];
  throw new Error('gone');
}

/** Whether a file of the folder contains the words. */
async function isSaved(directory: string, words: RegExp): Promise<boolean> {
  const files = await Promise.all((await readdir(directory)).map((file) => readFile(join(directory, file))));
  return files.some((file) => words.test(file.toString('latin1')));
}

describe('the embedded engine', { timeout: 90_000 }, () => {
  let directory: string;
  let source: MemorySource;
  const ports: SearchPort[] = [];
  const messages: string[] = [];

  // Inline threads by default: starting a thread takes seconds on a busy machine.
  let isThreaded = false;
  const make = (limits: Partial<EmbeddedLimits> = {}, schema: SearchSchema = profileSchema): SearchPort => {
    const port = createEmbeddedSearch({
      directory,
      schema,
      source,
      clock: () => performance.now(),
      log: (level, message) => void messages.push(`${level}: ${message}`),
      shards: 1,
      limits: { followMs: 20, ...limits },
      ...(isThreaded ? {} : { startThread: startInlineThread }),
    });
    ports.push(port);
    return port;
  };
  const built = async (limits: Partial<EmbeddedLimits> = {}): Promise<SearchPort> => {
    const port = make(limits);
    await port.rebuild();
    return port;
  };

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'search-'));
    source = createMemorySource();
    source.put(Array.from({ length: 50 }, (_, index) => person(index + 1)));
    messages.length = 0;
    isThreaded = false;
  });
  afterEach(async () => {
    for (const port of ports.splice(0)) await port.close();
    await rm(directory, { recursive: true });
  });

  it('reports not ready until it is built', async () => {
    const port = make();
    expect(await port.open()).toMatchObject({ state: 'missing' });
    await expect(port.search(all, { scope })).rejects.toMatchObject({ code: 'not_ready' });
    expect((await port.stats()).state).toBe('empty');
    await port.rebuild();
    expect((await port.search(all, { scope })).total).toBe(50);
  });

  it('opens its save and follows later changes', async () => {
    await (await built()).close();
    source.remove([1, 2]);
    source.put([person(60)]);
    const port = make();
    expect(await port.open()).toMatchObject({ state: 'loaded' });
    await port.waitFor(source.version);
    expect((await port.search(all, { scope })).total).toBe(49);
  });

  it('detects a flipped byte in any file, and rebuilds', async () => {
    await (await built()).close();
    const files = await readdir(directory);
    expect(files.length).toBe(3);
    for (const file of files) {
      const path = join(directory, file);
      const whole = await readFile(path);
      for (const at of [0, Math.floor(whole.length / 3), whole.length - 1]) {
        const broken = Buffer.from(whole);
        broken[at] = broken[at]! ^ 0x10;
        await writeFile(path, broken);
        expect(await make().open()).toMatchObject({ state: 'damaged' });
      }
      await writeFile(path, whole);
    }
    await writeFile(join(directory, files[0]!), '');
    const port = make();
    expect(await port.open()).toMatchObject({ state: 'damaged' });
    await port.rebuild();
    expect((await port.search(all, { scope })).total).toBe(50);
  });

  it.skipIf(process.platform !== 'linux')('keeps the last save when the disk is full during a snapshot', async () => {
    const port = await built({ followMs: 1e6 });
    source.put([person(60)]);
    await port.waitFor(source.version);
    for (const full of ['2-shard-0.seg.part', '3-terms.jsonl.part']) {
      // Every write fails with ENOSPC.
      await symlink('/dev/full', join(directory, full));
      await expect(port.save()).rejects.toThrow('ENOSPC');
      expect((await readdir(directory)).toSorted()).toEqual(['1-shard-0.seg', '1-terms.jsonl', 'manifest.json']);
      expect((await port.search(all, { scope })).total).toBe(51);
      expect(await make().open()).toMatchObject({ state: 'loaded' });
    }
    await port.save();
    expect((await readdir(directory)).filter((file) => file.startsWith('1-'))).toEqual([]);
  });

  it('[SRCH-015] finds phrases of common words by pairs and by words alike', async () => {
    const words = ['sales', 'manager', 'managers', 'of', 'data', 'менеджер', 'senior'];
    const text = (at: number, length: number): string =>
      Array.from({ length }, (_, place) => words[(at * 7 + place * at + (at >> 3)) % words.length]).join(' ');
    const people = Array.from({ length: 24_000 }, (_, at) =>
      person(at + 1, { texts: { currentTitle: [text(at, 3), text(at + 5, 2)], headline: at % 200 === 0 ? [`rare ${text(at, 2)}`] : [] } }),
    );
    source.put(people);
    const port = await built();
    const oracle = createOracle(profileSchema, source.documents);
    const titles = [
      'sales manager',
      'manager sales',
      'senior data',
      'data data',
      'of sales manager',
      'менеджер of',
      'nobody sales',
      'rare sales',
    ];
    for (const mode of ['exact', 'stem'] as const) {
      for (const title of titles) {
        for (const field of ['currentTitle', 'headline']) {
          const tree: QueryNode = { op: 'phrase', field, text: title, mode, slop: 0 };
          const { total } = await port.search(tree, { scope, perPage: 0 });
          expect([mode, field, title, total]).toEqual([mode, field, title, oracle.search(tree, { scope, perPage: 0 }).total]);
        }
      }
    }
  });

  it('rejects a save of another schema', async () => {
    await (await built()).close();
    expect(await make({}, { ...profileSchema, revision: profileSchema.revision + 1 }).open()).toMatchObject({ state: 'outdated' });
  });

  it('rebuilds if changes are no longer available', async () => {
    await (await built()).close();
    source.put([person(70)]);
    source.forget();
    const port = make();
    await port.open();
    await port.waitFor(source.version);
    expect((await port.search(all, { scope })).total).toBe(51);
    expect(messages.join()).toContain('built again');
  });

  it('keeps few segments after many changes', async () => {
    const port = await built();
    for (let turn = 0; turn < 60; turn++) {
      source.put([person(100 + turn), person(1 + (turn % 50), { terms: { skill: ['java'] } })]);
      await port.waitFor(source.version);
    }
    await expect.poll(async () => (await port.stats()).segments).toBeLessThanOrEqual(6);
    expect((await port.search({ op: 'term', field: 'skill', value: 'java' }, { scope })).total).toBe(50);
    expect((await port.search(all, { scope })).total).toBe(110);
  });

  it('[SRCH-050] finds a Russian name written in Latin, and explains the match', async () => {
    const port = await built();
    const { hits } = await port.search({ op: 'word', field: 'name', text: 'Petrov', mode: 'stem', tag: 'q1' }, { scope, perPage: 1 });
    expect(hits[0]).toMatchObject({ id: 1, why: [{ field: 'name', text: 'Petrov', points: 4000, tag: 'q1' }] });
  });

  it('[SUGG-001][FLT-011] suggests the most frequent of many values, and searches in a facet', async () => {
    source.put(
      Array.from({ length: 400 }, (_, at) => person(at + 1, { terms: { skill: [value(at)], industry: [value(at), value(390)] } })),
    );
    const port = await built();
    source.put([person(500, { terms: { skill: [value(7), value(390)] } }), person(501, { terms: { skill: [value(390)] } })]);
    await port.waitFor(source.version);
    const popular = await port.suggest({ scope, field: 'skill', prefix: 'sk', limit: 2 });
    expect(popular).toEqual([{ value: 'Skill 390', count: 3 }, expect.objectContaining({ value: 'Skill 7', count: 2 })]);
    expect(await port.suggest({ scope, field: 'skill', prefix: '39', limit: 1 })).toEqual([{ value: 'Skill 390', count: 3 }]);
    const facets = [{ facet: 'industry', search: 'SKILL 12', limit: 3 }];
    expect((await port.search(all, { scope, facets })).facets['industry']).toEqual(
      [12, 120, 121].map((number) => ({ value: value(number), count: 1 })),
    );
  });

  it('rejects unknown fields and excessive queries', async () => {
    const port = await built();
    const fails = (tree: QueryNode, options: object = {}): Promise<string> =>
      port.search(tree, { scope, ...options }).then(
        () => 'found',
        (error: { code: string }) => error.code,
      );
    const deep = Array.from({ length: 40 }).reduce<QueryNode>((of) => ({ op: 'not', of }), all);
    expect(await fails({ op: 'term', field: 'nothing', value: 'x' })).toBe('bad_query');
    expect(await fails({ op: 'term', field: 'constructor', value: 'x' })).toBe('bad_query');
    expect(await fails({ op: 'near', field: 'place', lat: Number.NaN, lon: 0, km: 1 })).toBe('bad_query');
    expect(await fails(deep)).toBe('too_complex');
    expect(await fails({ op: 'or', of: Array.from({ length: 4001 }, () => all) })).toBe('too_complex');
    expect(await fails(all, { page: 0 })).toBe('bad_query');
    expect(await fails(all, { perPage: 101 })).toBe('bad_query');
    expect(await fails(all, { page: 5000, perPage: 20 })).toBe('bad_query');
    expect(await fails(all, { filters: [{ kind: 'values', facet: 'age', include: [] }] })).toBe('bad_query');
    await expect(port.upsert([person(0)])).rejects.toMatchObject({ code: 'bad_query' });
    await expect(port.upsert([person(1, { terms: { nothing: ['x'] } })])).rejects.toMatchObject({ code: 'bad_query' });
    expect(await fails(all)).toBe('found');
  });

  it('[RSLT-002] stops when the caller disconnects, and rejects when too many wait', async () => {
    const port = await built({ running: 1, waiting: 1 });
    const abortedSignal = AbortSignal.abort();
    await expect(port.search(all, { scope, signal: abortedSignal })).rejects.toMatchObject({ code: 'aborted' });
    const leaving = new AbortController();
    const left = port.search(all, { scope, signal: leaving.signal });
    const waits = port.search(all, { scope });
    await expect(port.search(all, { scope })).rejects.toMatchObject({ code: 'busy' });
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'aborted' });
    expect((await waits).total).toBe(50);
  });

  it('recovers from a lost thread', async () => {
    isThreaded = true;
    const threads: Worker[] = [];
    const recordThread = (worker: Worker): void => void threads.push(worker);
    process.on('worker', recordThread);
    try {
      const port = await built();
      // The first thread built the index and has ended.
      await threads.findLast((thread) => thread.threadId > 0)?.terminate();
      await expect.poll(async () => (await port.stats()).state).toBe('ready');
      await expect.poll(async () => (await port.search(all, { scope })).total).toBe(50);
      expect(messages.join()).toContain('lost');
    } finally {
      process.off('worker', recordThread);
    }
  });

  it('keeps its index when the source fails during a rebuild', async () => {
    const port = await built();
    const whole = source.all;
    source.all = async () => ({ version: 1, count: 2, documents: broken() });
    await expect(port.rebuild()).rejects.toThrow('gone');
    source.all = whole;
    expect((await port.search(all, { scope })).total).toBe(50);
    expect(await port.stats()).toMatchObject({ state: 'ready' });
    await port.rebuild();
  });

  it('skips a document that cannot be indexed', async () => {
    source.put([person(90, { terms: { nothing: ['x'] } }), person(91)]);
    const port = await built();
    source.put([person(1, { numbers: { age: 0.5 } }), person(92)]);
    await port.waitFor(source.version);
    expect((await port.search(all, { scope })).total).toBe(51);
    expect(messages.filter((message) => message.includes('cannot be indexed')).length).toBeGreaterThanOrEqual(2);
  });

  it('waits for a missing version only until the timeout', async () => {
    const port = await built();
    await expect(port.waitFor(source.version + 1, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'timeout' });
  });

  it('uses the old index during a rebuild', async () => {
    const port = await built();
    source.put([person(80)]);
    const rebuilding = port.rebuild();
    expect((await port.search(all, { scope })).total).toBeGreaterThanOrEqual(50);
    await rebuilding;
    expect((await port.search(all, { scope })).total).toBe(51);
  });

  it('searches, suggests and scans while indexes with other term numbers replace each other', async () => {
    isThreaded = true;
    source.put(Array.from({ length: 50 }, (_, index) => person(index + 1, { terms: industryOf(index) })));
    const port = await built({ followMs: 5 });
    const over = new AbortController();
    const searchOnce = async () => {
      let searches = 0;
      for (; !over.signal.aborted; searches += 1) {
        const number = searches % 7;
        const tree: QueryNode = { op: 'term', field: 'industry', value: value(number) };
        const { total, facets } = await port.search(tree, { scope, facets: [{ facet: 'industry', search: 'skill' }] });
        expect(facets['industry']).toEqual([{ value: value(number), count: total }]);
        expect((await port.scan(tree, { scope, limit: 100 })).total).toBe(total);
        expect((await port.suggest({ scope, field: 'industry', prefix: 'Skill' })).reduce((sum, { count }) => sum + count, 0)).toBe(50);
      }
      return searches;
    };
    const looking = Promise.all([searchOnce(), searchOnce(), searchOnce()]);
    for (let round = 1; round <= 4; round += 1) {
      // The order of terms, and so their numbers, differs in each round.
      source.put([person(1 + (round % 50), { terms: industryOf(round * 3) }), person(50 - round, { terms: industryOf(round * 5) })]);
      await port.rebuild();
    }
    over.abort();
    expect((await looking).every((searches) => searches > 3)).toBe(true);
  });

  it('[DEC-14] drops terms of a removed person with the next rebuild, in memory and on disk', async () => {
    source.put([person(70, { terms: { skill: ['Zqxjkvw'] }, texts: { name: ['Zqxjkvw Petrov'], currentTitle: ['Zqxjkvw'] } })]);
    const port = await built();
    expect(await isSaved(directory, /zqxjkvw/i)).toBe(true);
    source.remove([70]);
    await port.rebuild();
    expect(await isSaved(directory, /zqxjkvw/i)).toBe(false);
    expect(await port.suggest({ scope, field: 'skill', prefix: 'zqx' })).toEqual([]);
  });
});
