import {
  type QueryNode,
  SearchError,
  type SearchOptions,
  type SearchPort,
  type SearchResult,
  type SearchSelection,
} from '#modules/search/port.ts';
import { checkScan, checkSuggestField, pageOf } from '#modules/search/engine/check-query.ts';
import type { CachedResult } from './result-cache.ts';
import { type Engine, ready } from './engine.ts';
import type { Generation } from './generation.ts';
import { type Planned, planSearch } from '../query/plan.ts';
import type { ShardResult } from '../shard/protocol.ts';
import { explainHit, mergeHits, pickFacet, sumHistogram } from './merge-results.ts';
import { createSuggester, type Suggester } from './suggest.ts';

/** New threads replaced those of the plan, and their term numbers differ. */
class Replaced extends SearchError {
  constructor() {
    super('not_ready', 'the search index was opened anew');
  }
}

interface QueryRunner {
  onCurrent<T>(work: (generation: Generation) => Promise<T>): Promise<T>;
  suggester(generation: Generation): Suggester;
  ask(planned: Planned, generation: Generation, selection: SearchSelection): Promise<ShardResult[]>;
  pick(
    planned: Planned,
    answered: { generation: Generation; shardResults: readonly ShardResult[] },
    options: SearchOptions,
  ): Promise<SearchResult['facets']>;
}

function createQueryRunner(engine: Engine): QueryRunner {
  const { admission } = engine;
  const suggesters = new WeakMap<Generation, Suggester>();
  const requireCurrent = (generation: Generation): Generation => {
    if (ready(engine) !== generation) throw new Replaced();
    return generation;
  };
  const suggester = (generation: Generation): Suggester => {
    const known = suggesters.get(generation);
    if (known) return known;
    const made = createSuggester(generation.terms, () => requireCurrent(generation));
    suggesters.set(generation, made);
    return made;
  };
  const onCurrent = async <T>(work: (generation: Generation) => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work(ready(engine));
      } catch (error) {
        if (!(error instanceof Replaced)) throw error;
      }
    }
  };
  const ask: QueryRunner['ask'] = (planned, generation, { scope, signal }) =>
    admission.run({ company: scope.companyId ?? 0, signal }, (slot) => requireCurrent(generation).search(planned.plan, slot));
  const pick: QueryRunner['pick'] = async (planned, { generation, shardResults }, { facets = [] }) => {
    const picked: SearchResult['facets'] = {};
    for (const [number, request] of facets.entries()) {
      const facet = planned.plan.facets[number]!;
      const parts = shardResults.map((answer) => answer.facets[number]!);
      const only = request.search ? new Set(await suggester(generation).starting(facet.field, request.search)) : undefined;
      picked[request.facet] = pickFacet(parts, facet, { request, terms: generation.terms, only });
    }
    return picked;
  };
  return { onCurrent, suggester, ask, pick };
}

/** Read-only calls. The plan includes the scope, so that no caller can search beyond it. */
export function createQueries(engine: Engine): Pick<SearchPort, 'search' | 'scan' | 'suggest'> {
  const { admission, index } = engine;
  const { schema, clock } = engine.options;
  const { onCurrent, suggester, ask, pick } = createQueryRunner(engine);

  const answer = async (
    planned: Planned,
    generation: Generation,
    { options, from, to }: { options: SearchOptions; from: number; to: number },
  ): Promise<CachedResult> => {
    const shardResults = await ask(planned, generation, options);
    const hits = mergeHits(shardResults, from, to);
    return {
      total: shardResults.reduce((sum, { total }) => sum + total, 0),
      hits: hits.map((hit) => explainHit(shardResults, hit, planned.leaves)),
      facets: await pick(planned, { generation, shardResults }, options),
      histograms: Object.fromEntries(
        (options.histograms ?? []).map((request, number) => [
          request.facet,
          sumHistogram(
            request,
            shardResults.map(({ histograms }) => histograms[number]!),
          ),
        ]),
      ),
    };
  };

  const page = async (generation: Generation, tree: QueryNode, options: SearchOptions): Promise<CachedResult> => {
    const { cache, terms } = generation;
    const { from, to } = pageOf(options);
    const planned = planSearch({ schema, terms }, { tree, options }, { take: to, explain: to > from });
    const { state } = cache;
    const key = options.signal?.aborted ? undefined : cache.keyOf(planned, options);
    const known = key === undefined ? undefined : cache.find(key);
    const found = known ?? (await answer(planned, generation, { options, from, to }));
    if (key !== undefined && !known) cache.keep(key, found, state);
    return found;
  };

  return {
    async search(tree: QueryNode, options: SearchOptions): Promise<SearchResult> {
      const began = clock();
      pageOf(options);
      return onCurrent(async (generation) => {
        const { version } = index;
        return { ...(await page(generation, tree, options)), version, tookMs: clock() - began };
      });
    },
    async scan(tree, options) {
      checkScan(options.limit);
      return onCurrent(async (generation) => {
        const planned = planSearch({ schema, terms: generation.terms }, { tree, options }, { take: options.limit, explain: false });
        const { version } = index;
        const shardResults = await ask(planned, generation, options);
        const hits = mergeHits(shardResults, 0, options.limit);
        return { ids: Uint32Array.from(hits, ({ id }) => id), total: shardResults.reduce((sum, { total }) => sum + total, 0), version };
      });
    },
    async suggest(request) {
      checkSuggestField(schema, request.field);
      const { companyId } = request.scope;
      const owners = companyId ? [0, companyId] : [0];
      return onCurrent((generation) =>
        admission.run({ company: companyId ?? 0, signal: undefined }, () => suggester(generation).suggest(request, owners)),
      );
    },
  };
}
