import { afterAll, beforeAll } from 'vitest';
import { describeLetters } from '#modules/search/conformance/letters.ts';
import { describeConformance } from '#modules/search/conformance/suite.ts';
import { type OpenSearchCluster, startOpenSearch } from '../../../test/opensearch-cluster.ts';
import { conformingAdapter } from './conformance/adapter.ts';

let cluster: OpenSearchCluster;
beforeAll(async () => {
  cluster = await startOpenSearch(1);
}, 1_000_000);
afterAll(() => cluster.stop());

const adapter = conformingAdapter('[SCL-001] OpenSearch', { nodes: () => cluster.nodes });
describeConformance(adapter, { trees: 2_000, turns: 60, treesATurn: 8 });
describeLetters(adapter);
