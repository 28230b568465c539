import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMemorySource, type MemorySource } from '#modules/search/conformance/memory-source.ts';
import type { QueryNode, SearchPort } from '#modules/search/port.ts';
import { profileSchema, type SearchSchema } from '#modules/search/schema.ts';
import { type OpenSearchCluster, startOpenSearch } from '../../../test/opensearch-cluster.ts';
import { createElection, openPort, type Opened } from './conformance/adapter.ts';
import { person } from './conformance/people.ts';

let cluster: OpenSearchCluster;
beforeAll(async () => {
  cluster = await startOpenSearch(1);
}, 1_000_000);
afterAll(() => cluster.stop());

const scope = { companyId: null };
const all: QueryNode = { op: 'all' };

const messages: string[] = [];
const keepMessage = (level: string, message: string, fields?: object): void =>
  void messages.push(`${level}: ${message} ${JSON.stringify(fields)}`);

const total = async (port: SearchPort): Promise<number> => (await port.search(all, { scope })).total;

async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${cluster.nodes[0]}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  return (await answer.json()) as Record<string, unknown>;
}

describe('writing to OpenSearch', { timeout: 300_000 }, () => {
  let source: MemorySource;
  let name: string;
  let run = 0;
  let election: ReturnType<typeof createElection>;
  const ports: SearchPort[] = [];

  const make = (more: Partial<Opened> = {}) => {
    const port = openPort({ nodes: cluster.nodes, name, source, schema: profileSchema, election, log: keepMessage, ...more });
    ports.push(port);
    return port;
  };
  const indexes = async (): Promise<string[]> => Object.keys(await call('GET', `/${name}-*`)).filter((index) => !index.endsWith('control'));

  beforeEach(() => {
    run += 1;
    name = `writing-${run}`;
    election = createElection();
    source = createMemorySource(100);
    source.put(Array.from({ length: 1_200 }, (_, at) => person(at + 1)));
    messages.length = 0;
  });
  afterEach(async () => {
    for (const port of ports.splice(0)) await port.close();
  });

  it('[SCL-002] answers from the old index during a rebuild, and continues a rebuild that was interrupted', async () => {
    const port = make({ limits: { saveEvery: 1, graceMs: 0 } });
    await port.open();
    await port.rebuild();
    const whole = source.all;
    let read = 0;
    const stopped = new Error('the process ends');
    source.all = async (afterId) => {
      const { documents, ...rest } = await whole(afterId);
      return {
        ...rest,
        documents: (async function* failing() {
          for await (const part of documents) {
            if ((read += part.length) > 1_000) throw stopped;
            yield part;
          }
        })(),
      };
    };
    await expect(port.rebuild()).rejects.toThrow('the process ends');
    expect(await total(port)).toBe(1_200);
    await port.close();

    const asked: (number | undefined)[] = [];
    source.all = (afterId) => {
      asked.push(afterId);
      return whole(afterId);
    };
    source.remove([5]);
    source.put([person(6, { terms: { skill: ['java'] } }), person(1_300)]);
    const next = make({ limits: { graceMs: 0 } });
    expect(await next.open()).toMatchObject({ state: 'loaded' });
    // The turn of the new writer continues; documents before the last save are not read again.
    await expect.poll(async () => (await next.stats()).progress, { timeout: 60_000 }).toBeUndefined();
    expect(asked.some((afterId) => (afterId ?? 0) >= 500)).toBe(true);
    await next.waitFor(source.version);
    expect(await total(next)).toBe(1_200);
    expect((await next.search({ op: 'term', field: 'skill', value: 'java' }, { scope })).hits.map(({ id }) => id)).toEqual([6]);
    await expect.poll(indexes, { timeout: 60_000 }).toHaveLength(1);
  });

  it('[SCL-002] notices a changed mapping at the start, while processes of the old one go on', async () => {
    const old = make();
    await old.open();
    await old.rebuild();
    const changed: SearchSchema = { ...profileSchema, revision: profileSchema.revision + 1 };
    const next = make({ schema: changed, election: createElection() });
    expect(await next.open()).toMatchObject({ state: 'outdated' });
    await next.rebuild();
    source.put([person(2_000)]);
    await Promise.all([old.waitFor(source.version), next.waitFor(source.version)]);
    expect([await total(old), await total(next)]).toEqual([1_201, 1_201]);
  });

  it('indexes the other documents of a batch with one that the cluster refuses', async () => {
    const port = make();
    await port.open();
    await port.rebuild();
    source.put([
      person(3_000),
      person(3_001, { points: { place: [{ lat: 1e4, lon: 0 }] } }),
      person(3_002, { terms: { nothing: ['x'] } }),
      person(3_003),
    ]);
    await port.waitFor(source.version);
    expect(await total(port)).toBe(1_202);
    const refused = messages.filter((message) => message.includes('cannot be indexed'));
    expect(refused.map((message) => /"id":(\d+)/.exec(message)?.[1]).toSorted()).toEqual(['3001', '3002']);
  });

  it('says in words that an index is read-only, and continues when it is not', async () => {
    const port = make();
    await port.open();
    await port.rebuild();
    const [index] = await indexes();
    await call('PUT', `/${index}/_settings`, { index: { blocks: { read_only_allow_delete: true } } });
    source.put([person(4_000)]);
    await expect.poll(async () => (await port.stats()).trouble, { timeout: 60_000 }).toContain('free disk space');
    expect(await total(port)).toBe(1_200);
    await call('PUT', `/${index}/_settings`, { index: { blocks: { read_only_allow_delete: null } } });
    await port.waitFor(source.version, { timeoutMs: 60_000 });
    expect(await total(port)).toBe(1_201);
    await expect.poll(async () => (await port.stats()).trouble, { timeout: 60_000 }).toBeUndefined();
  });

  it('repairs and reports differences between the index and the source', async () => {
    const port = make();
    await port.open();
    await port.rebuild();
    expect(await port.compare()).toEqual({ documents: 1_200, missing: 0, changed: 0, superfluous: 0 });
    const [index] = await indexes();
    await call('DELETE', `/${index}/_doc/7-0`);
    await call('PUT', `/${index}/_doc/8-0`, { id: 8, owner: 0, hidden: false, rank: 1, digest: 'other' });
    await call('PUT', `/${index}/_doc/9000-0?refresh=true`, { id: 9_000, owner: 0, hidden: false, rank: 1, digest: 'other' });
    expect(await port.compare()).toEqual({ documents: 1_200, missing: 1, changed: 1, superfluous: 1 });
    expect(await port.compare()).toEqual({ documents: 1_200, missing: 0, changed: 0, superfluous: 0 });
    expect(await total(port)).toBe(1_200);
  });

  it('refuses a mapping of unknown fields, and creates no index by a write', async () => {
    const port = make();
    await port.open();
    await port.rebuild();
    const [index] = await indexes();
    expect(JSON.stringify(await call('PUT', `/${index}/_doc/1-9`, { id: 1, other: 'x' }))).toContain('strict_dynamic_mapping_exception');
    await call('DELETE', `/${index}`);
    source.put([person(5_000)]);
    await expect(port.waitFor(source.version, { timeoutMs: 2_000 })).rejects.toMatchObject({ code: 'timeout' });
    expect(await indexes()).toEqual([]);
    await port.close();
    const next = make();
    expect(await next.open()).toMatchObject({ state: 'damaged' });
    await next.rebuild();
    expect(await total(next)).toBe(1_201);
  });
});
