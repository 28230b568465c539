import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemorySource, type MemorySource } from '#modules/search/conformance/memory-source.ts';
import type { QueryNode, SearchDocument, SearchOptions, SearchPort } from '#modules/search/port.ts';
import { profileSchema } from '#modules/search/schema.ts';
import { createEmbeddedSearch } from '../embedded-search.ts';
import { startInlineThread } from '../shard/inline-thread.ts';
import type { StartThread } from '../shard/threads.ts';

const person = (id: number, owner = 0): SearchDocument => ({
  id,
  owner,
  freshness: 0.5,
  completeness: 0.5,
  terms: { skill: ['python'] },
  numbers: { age: 20 + id },
  texts: {},
  points: {},
});

const python: QueryNode = { op: 'term', field: 'skill', value: 'python' };
const ids = (id: number): QueryNode => ({ op: 'ids', ids: Uint32Array.of(id) });
const asked: SearchOptions = { scope: { companyId: 1 }, facets: [{ facet: 'general' }] };

describe('cached results', () => {
  let directory: string;
  let source: MemorySource;
  let port: SearchPort;
  let searches = 0;

  const counting: StartThread = (setup) => {
    const thread = startInlineThread(setup);
    return {
      ...thread,
      ask(command, ask) {
        if (command === 'search') searches++;
        return thread.ask(command, ask);
      },
    };
  };

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'search-'));
    source = createMemorySource();
    source.put([person(1), person(2)]);
    const options = { directory, schema: profileSchema, source, clock: () => performance.now(), log: () => undefined, shards: 1 };
    port = createEmbeddedSearch({ ...options, limits: { followMs: 10 }, startThread: counting });
    await port.rebuild();
    searches = 0;
  });
  afterEach(async () => {
    await port.close();
    await rm(directory, { recursive: true });
  });

  it('answer the same query without a search', async () => {
    const first = await port.search(python, asked);
    const second = await port.search(python, asked);
    expect(first.total).toBe(2);
    expect({ ...second, tookMs: 0 }).toEqual({ ...first, tookMs: 0 });
    expect(searches).toBe(1);
  });

  it('are cleared by every change, also one during the search', async () => {
    const totals: number[] = [];
    const recordTotal = async (): Promise<void> => void totals.push((await port.search(python, asked)).total);
    await recordTotal();
    await port.upsert([person(3)]);
    await recordTotal();
    await port.remove([1]);
    await recordTotal();
    await port.waitFor(source.put([person(4)]));
    await recordTotal();
    const during = recordTotal();
    await port.upsert([person(5)]);
    await during;
    await recordTotal();
    expect(totals.slice(0, 4)).toEqual([2, 3, 2, 3]);
    expect(totals.at(-1)).toBe(4);
  });

  it('are separate by company, page and facets', async () => {
    await port.upsert([person(6, 2)]);
    expect((await port.search(python, asked)).total).toBe(2);
    expect((await port.search(python, { ...asked, scope: { companyId: 2 } })).total).toBe(3);
    expect((await port.search(python, { ...asked, perPage: 1 })).hits).toHaveLength(1);
    expect((await port.search(python, { ...asked, facets: [] })).facets).toEqual({});
  });

  it('exclude queries with ids, and distinguish invalid numbers', async () => {
    expect((await port.search(ids(1), asked)).hits.map(({ id }) => id)).toEqual([1]);
    expect((await port.search(ids(2), asked)).hits.map(({ id }) => id)).toEqual([2]);
    expect((await port.search({ op: 'range', field: 'age' }, asked)).total).toBe(2);
    expect((await port.search({ op: 'range', field: 'age', min: Number.NaN }, asked)).total).toBe(0);
  });
});
