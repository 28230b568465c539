import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemorySource } from '#modules/search/conformance/memory-source.ts';
import { describeConformance } from '#modules/search/conformance/suite.ts';
import { profileSchema } from '#modules/search/schema.ts';
import { type OpenSearchCluster, startOpenSearch } from '../../../test/opensearch-cluster.ts';
import { conformingAdapter, createElection, openPort } from './conformance/adapter.ts';
import { person } from './conformance/people.ts';

let cluster: OpenSearchCluster;
beforeAll(async () => {
  cluster = await startOpenSearch(3);
}, 1_000_000);
afterAll(() => cluster.stop());

const settings = { shards: 3, replicas: 1 };
const adapter = conformingAdapter('[SCL-001] [SCL-003] OpenSearch with three shards on three nodes', {
  nodes: () => cluster.nodes,
  settings,
});
describeConformance(adapter, { trees: 400, turns: 15, treesATurn: 6 });

describe('three nodes', { timeout: 300_000 }, () => {
  const scope = { companyId: null };
  const all = { op: 'all' } as const;

  it('[SCL-004] elects one writer, and another process takes over when it is gone', async () => {
    const source = createMemorySource(100);
    source.put(Array.from({ length: 300 }, (_, at) => person(at + 1)));
    const election = createElection();
    const open = { nodes: cluster.nodes, name: 'writers', source, schema: profileSchema, election, settings };
    const [first, second] = [openPort(open), openPort(open)];
    await Promise.all([first.open(), second.open()]);
    // Both ask for a rebuild; the elected process builds for both.
    await Promise.all([first.rebuild(), second.rebuild()]);
    expect((await second.search(all, { scope })).total).toBe(300);
    source.put([person(301)]);
    await Promise.all([first.waitFor(source.version), second.waitFor(source.version)]);
    expect((await second.search(all, { scope })).total).toBe(301);
    expect([await first.compare(), await second.compare()].filter(Boolean)).toHaveLength(1);

    // The process of the writer is gone without a word.
    election.expire();
    source.put([person(302)]);
    await second.waitFor(source.version, { timeoutMs: 60_000 });
    expect((await second.search(all, { scope })).total).toBe(302);
    await Promise.all([first.close(), second.close()]);
  });

  it('[SCL-004] answers and takes changes while a node is lost', async () => {
    const source = createMemorySource(100);
    source.put(Array.from({ length: 500 }, (_, at) => person(at + 1)));
    const port = openPort({ nodes: cluster.nodes, name: 'lost', source, schema: profileSchema, election: createElection(), settings });
    await port.open();
    await port.rebuild();
    await cluster.kill(2);
    const found = async (): Promise<number> => (await port.search(all, { scope }).catch(() => ({ total: -1 }))).total;
    await expect.poll(found, { timeout: 120_000, interval: 500 }).toBe(500);
    source.put([person(501)]);
    await port.waitFor(source.version, { timeoutMs: 120_000 });
    await expect.poll(found, { timeout: 60_000, interval: 500 }).toBe(501);
    await cluster.start(2);
    source.remove([1]);
    await port.waitFor(source.version, { timeoutMs: 120_000 });
    await expect.poll(found, { timeout: 60_000, interval: 500 }).toBe(500);
    await port.close();
  });
});
