import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { seedOfDay } from '@headwater/domain/testing/sample';
import type { DocumentSource, SearchDocument, SearchPort } from '../port.ts';
import { profileSchema, type SearchSchema } from '../schema.ts';
import { documentsOf, optionsOf, treeOf } from './generated.ts';
import { createMemorySource, type MemorySource } from './memory-source.ts';
import { createOracle } from './oracle.ts';

export interface Adapter {
  name: string;
  open(source: DocumentSource, schema: SearchSchema): Promise<SearchPort>;
  /** `crashed` skips the final save. */
  close(port: SearchPort, how: { keepsFiles: boolean; crashed?: boolean }): Promise<void>;
}

export interface Effort {
  trees: number;
  turns: number;
  treesATurn: number;
}

const schema: SearchSchema = profileSchema;
const largestId = 400;
const fewPeople = fc.array(documentsOf(schema, largestId), { minLength: 1, maxLength: 5 });
const sample = <T>(arbitrary: fc.Arbitrary<T>, count: number, seed: number): T[] => fc.sample(arbitrary, { numRuns: count, seed });

async function checkSearches(port: SearchPort, source: MemorySource, runs: { count: number; seed: number }): Promise<void> {
  const oracle = createOracle(schema, source.documents);
  await fc.assert(
    fc.asyncProperty(treeOf(schema, largestId), optionsOf(schema, largestId), async (tree, options) => {
      // As a browser does: the page, then the counts of the same query.
      for (const asked of [options, { ...options, perPage: 0 }]) {
        const { total, hits, facets, histograms } = await port.search(tree, asked);
        const actual = { total, hits, facets, histograms };
        const expected = oracle.search(tree, asked);
        // `toEqual` is much slower than Node's comparison, so it only reports differences.
        expect(isDeepStrictEqual(actual, expected) ? expected : actual).toEqual(expected);
      }
    }),
    { numRuns: runs.count, seed: runs.seed },
  );
}

const likely = ['put', 'put', 'put', 'put', 'drop', 'drop', 'push', 'save', 'restart', 'crash', 'rebuild'] as const;
const steps: fc.Arbitrary<(typeof likely)[number]> = fc.constantFrom(...likely);

/** HEADWATER_TEST_SEED decides the seeds of generated queries and changes, so failures are reproducible. */
export function describeConformance(adapter: Adapter, effort: Effort): void {
  describe(`${adapter.name} conforms to the search port`, { timeout: 300_000 }, () => {
    let port: SearchPort | undefined;
    afterEach(async () => {
      if (port) await adapter.close(port, { keepsFiles: false });
      port = undefined;
    });
    const fill = async (documents: readonly SearchDocument[]): Promise<MemorySource> => {
      const source = createMemorySource(100);
      source.put(documents);
      port = await adapter.open(source, schema);
      await port.rebuild();
      return source;
    };
    const current = (): SearchPort => {
      if (!port) throw new Error('no port is open');
      return port;
    };

    it('[SRCH-001][SRCH-015][FLT-008][FLT-009][FLT-038] returns the results of the naive oracle for generated queries', async () => {
      const source = await fill(sample(documentsOf(schema, 90), 70, seedOfDay(1)).flat());
      await checkSearches(current(), source, { count: effort.trees, seed: seedOfDay(2) });
      expect((await current().stats()).documents).toBe(source.size);
    });

    it('[RSLT-001] returns the same results after any mix of changes, merges, saves, crashes, restarts and rebuilds', async () => {
      const source = await fill(sample(documentsOf(schema, largestId), 50, seedOfDay(3)).flat());
      const documents = sample(fewPeople, effort.turns, seedOfDay(4)).map((some) => some.flat());
      const gone = sample(fc.array(fc.integer({ min: 1, max: largestId }), { minLength: 1, maxLength: 30 }), effort.turns, seedOfDay(5));
      for (const [turn, step] of sample(steps, effort.turns, seedOfDay(6)).entries()) {
        if (step === 'put') source.put(documents[turn]!);
        if (step === 'drop') source.remove(gone[turn]!);
        if (step === 'push') {
          source.put(documents[turn]!);
          await current().upsert(documents[turn]!);
        }
        if (step === 'save') await current().save();
        if (step === 'rebuild') await current().rebuild();
        if (step === 'restart' || step === 'crash') {
          await adapter.close(current(), { keepsFiles: true, crashed: step === 'crash' });
          port = await adapter.open(source, schema);
        }
        await current().waitFor(source.version);
        await checkSearches(current(), source, { count: effort.treesATurn, seed: seedOfDay(turn) });
      }
      expect((await current().stats()).documents).toBe(source.size);
    });

    it('[CAND-033] scans ids in the order of the search', async () => {
      const source = await fill(sample(documentsOf(schema, largestId), 200, 7).flat());
      const oracle = createOracle(schema, source.documents);
      const options = { scope: { companyId: 1 } };
      const tree = sample(treeOf(schema, largestId), 40, 8).toSorted(
        (a, b) => oracle.search(b, options).total - oracle.search(a, options).total,
      )[5]!;
      const all = oracle.search(tree, { ...options, perPage: 100 });
      const { ids, total } = await current().scan(tree, { ...options, limit: 100 });
      expect([...ids]).toEqual(all.hits.map(({ id }) => id));
      expect(total).toBe(all.total);
    });

    it('[SUGG-001] suggests stored values by the beginning of any word, the most frequent first', async () => {
      const source = await fill(sample(documentsOf(schema, largestId), 200, 9).flat());
      const oracle = createOracle(schema, source.documents);
      for (const prefix of ['', 'd', 'DATA', 'sc', 'при', 'x']) {
        for (const companyId of [null, 1, 2, 3]) {
          const request = { scope: { companyId }, field: 'skill', prefix };
          expect(await current().suggest(request)).toEqual(oracle.suggest(request));
        }
      }
    });

    it('never returns documents of another company', async () => {
      const source = await fill(sample(documentsOf(schema, largestId), 300, 10).flat());
      for (const companyId of [null, 1, 2]) {
        const { ids } = await current().scan(
          { op: 'not', of: { op: 'ids', ids: new Uint32Array(0) } },
          { scope: { companyId }, limit: 1000 },
        );
        const owned = (id: number) => source.documents.get(id)?.some(({ owner }) => owner === 0 || owner === companyId);
        expect([...ids].filter((id) => !owned(id))).toEqual([]);
      }
    });
  });
}
