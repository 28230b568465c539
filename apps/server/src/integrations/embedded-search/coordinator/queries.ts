import {
  type QueryNode,
  SearchError,
  type SearchOptions,
  type SearchPort,
  type SearchResult,
  type SearchSelection,
} from '#modules/search/port.ts';
import type { CachedResult } from './result-cache.ts';
import { type Engine, ready } from './engine.ts';
import { bounds, type Planned, planSearch } from '../query/plan.ts';
import type { ShardResult } from '../shard/protocol.ts';
import { explainHit, mergeHits, pickFacet, sumHistogram } from './merge-results.ts';
import { createSuggester, type Suggester } from './suggest.ts';
import type { Ordinals } from '../format/ordinals.ts';

const defaultPerPage = 20;
const largestPage = 100;

interface QueryRunner {
  suggester(): Suggester;
  ask(planned: Planned, selection: SearchSelection): Promise<ShardResult[]>;
  pick(planned: Planned, options: SearchOptions, shardResults: readonly ShardResult[]): Promise<SearchResult['facets']>;
}

function createQueryRunner(engine: Engine): QueryRunner {
  const { admission, index } = engine;
  // By their terms: a rebuild keeps them, opening a saved index brings others.
  const suggesters = new WeakMap<Ordinals, Suggester>();

  const suggester = (): Suggester => {
    const known = suggesters.get(index.terms);
    if (known) return known;
    const made = createSuggester(index.terms, () => ready(engine));
    suggesters.set(index.terms, made);
    return made;
  };
  const ask = (planned: Planned, { scope, signal }: SearchSelection): Promise<ShardResult[]> => {
    const { terms } = index;
    return admission.run({ company: scope.companyId ?? 0, signal }, (slot) => {
      const generation = ready(engine);
      // Numbers of terms in the plan would mean something else.
      if (index.terms !== terms) throw new SearchError('not_ready', 'the search index was opened anew');
      return generation.search(planned.plan, slot);
    });
  };
  const pick = async (
    planned: Planned,
    { facets = [] }: SearchOptions,
    shardResults: readonly ShardResult[],
  ): Promise<SearchResult['facets']> => {
    const picked: SearchResult['facets'] = {};
    for (const [number, request] of facets.entries()) {
      const facet = planned.plan.facets[number]!;
      const parts = shardResults.map((answer) => answer.facets[number]!);
      const only = request.search ? new Set(await suggester().starting(facet.field, request.search)) : undefined;
      picked[request.facet] = pickFacet(parts, facet, { request, terms: index.terms, only });
    }
    return picked;
  };
  return { suggester, ask, pick };
}

/** The calls that only read. The scope is made part of the plan here, so no caller can search beyond it. */
export function createQueries(engine: Engine): Pick<SearchPort, 'search' | 'scan' | 'suggest'> {
  const { admission, index } = engine;
  const { schema, clock } = engine.options;
  const { suggester, ask, pick } = createQueryRunner(engine);

  const answer = async (planned: Planned, options: SearchOptions, range: { from: number; to: number }): Promise<CachedResult> => {
    const shardResults = await ask(planned, options);
    const hits = mergeHits(shardResults, range.from, range.to);
    return {
      total: shardResults.reduce((sum, { total }) => sum + total, 0),
      hits: hits.map((hit) => explainHit(shardResults, hit, planned.leaves)),
      facets: await pick(planned, options, shardResults),
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

  return {
    async search(tree: QueryNode, options: SearchOptions): Promise<SearchResult> {
      const began = clock();
      const { page = 1, perPage = defaultPerPage } = options;
      if (!Number.isInteger(page) || page < 1) throw new SearchError('bad_query', 'page is not a number from 1');
      if (!Number.isInteger(perPage) || perPage < 0 || perPage > largestPage)
        throw new SearchError('bad_query', 'perPage is not a number of 0 to 100');
      const { cache } = ready(engine);
      const planned = planSearch({ schema, terms: index.terms }, { tree, options }, { take: page * perPage, explain: perPage > 0 });
      const { version } = index;
      const { state } = cache;
      const key = options.signal?.aborted ? undefined : cache.keyOf(planned, options);
      const known = key === undefined ? undefined : cache.find(key);
      const found = known ?? (await answer(planned, options, { from: (page - 1) * perPage, to: page * perPage }));
      if (key !== undefined && !known) cache.keep(key, found, state);
      return { ...found, version, tookMs: clock() - began };
    },
    async scan(tree, options) {
      if (!Number.isInteger(options.limit) || options.limit < 0 || options.limit > bounds.hits) {
        throw new SearchError('bad_query', `at most ${bounds.hits} ids can be scanned`);
      }
      ready(engine);
      const planned = planSearch({ schema, terms: index.terms }, { tree, options }, { take: options.limit, explain: false });
      const { version } = index;
      const shardResults = await ask(planned, options);
      const hits = mergeHits(shardResults, 0, options.limit);
      return { ids: Uint32Array.from(hits, ({ id }) => id), total: shardResults.reduce((sum, { total }) => sum + total, 0), version };
    },
    async suggest(request) {
      if (!Object.hasOwn(schema.terms, request.field) || schema.terms[request.field]?.lookup)
        throw new SearchError('bad_query', `there is no term field ${request.field} to suggest from`);
      ready(engine);
      const { companyId } = request.scope;
      const owners = companyId ? [0, companyId] : [0];
      return admission.run({ company: companyId ?? 0, signal: undefined }, () => suggester().suggest(request, owners));
    },
  };
}
