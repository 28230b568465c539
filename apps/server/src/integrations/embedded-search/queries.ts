import {
  type QueryNode,
  SearchError,
  type SearchOptions,
  type SearchPort,
  type SearchResult,
  type SearchSelection,
} from '#modules/search/port.ts';
import { type Engine, ready } from './engine.ts';
import type { Generation } from './generation.ts';
import { bounds, type Planned, planSearch } from './plan.ts';
import type { ShardAnswer } from './protocol.ts';
import { explainHit, mergeHits, pickFacet, sumHistogram } from './results.ts';
import { createSuggester, type Suggester } from './suggest.ts';

const defaultPerPage = 20;
const largestPage = 100;

/** The calls that only read. The scope is made part of the plan here, so no caller can search beyond it. */
export function createQueries(engine: Engine): Pick<SearchPort, 'search' | 'scan' | 'suggest'> {
  const { guard, index } = engine;
  const { schema, clock } = engine.options;
  const suggesters = new WeakMap<Generation, Suggester>();

  const ask = (planned: Planned, { scope, signal }: SearchSelection): Promise<ShardAnswer[]> =>
    guard.run({ company: scope.companyId ?? 0, signal }, (slot) => ready(engine).search(planned.plan, slot));

  return {
    async search(tree: QueryNode, options: SearchOptions): Promise<SearchResult> {
      const began = clock();
      const { page = 1, perPage = defaultPerPage } = options;
      if (!Number.isInteger(page) || page < 1) throw new SearchError('bad_query', 'page is not a number from 1');
      if (!Number.isInteger(perPage) || perPage < 0 || perPage > largestPage)
        throw new SearchError('bad_query', 'perPage is not a number of 0 to 100');
      ready(engine);
      const planned = planSearch({ schema, terms: index.terms }, { tree, options }, { take: page * perPage, explain: perPage > 0 });
      const { version } = index;
      const answers = await ask(planned, options);
      const hits = mergeHits(answers, (page - 1) * perPage, page * perPage);
      return {
        total: answers.reduce((sum, { total }) => sum + total, 0),
        hits: hits.map((hit) => explainHit(answers, hit, planned.leaves)),
        facets: Object.fromEntries(
          (options.facets ?? []).map((request, number) => [
            request.facet,
            pickFacet(
              answers.map(({ facets }) => facets[number]!),
              planned.plan.facets[number]!,
              { request, terms: index.terms },
            ),
          ]),
        ),
        histograms: Object.fromEntries(
          (options.histograms ?? []).map((request, number) => [
            request.facet,
            sumHistogram(
              request,
              answers.map(({ histograms }) => histograms[number]!),
            ),
          ]),
        ),
        version,
        tookMs: clock() - began,
      };
    },
    async scan(tree, options) {
      if (!Number.isInteger(options.limit) || options.limit < 0 || options.limit > bounds.hits) {
        throw new SearchError('bad_query', `at most ${bounds.hits} ids can be scanned`);
      }
      ready(engine);
      const planned = planSearch({ schema, terms: index.terms }, { tree, options }, { take: options.limit, explain: false });
      const { version } = index;
      const answers = await ask(planned, options);
      const hits = mergeHits(answers, 0, options.limit);
      return { ids: Uint32Array.from(hits, ({ id }) => id), total: answers.reduce((sum, { total }) => sum + total, 0), version };
    },
    async suggest(request) {
      if (!Object.hasOwn(schema.terms, request.field)) throw new SearchError('bad_query', `there is no term field ${request.field}`);
      const generation = ready(engine);
      let suggester = suggesters.get(generation);
      if (!suggester) suggesters.set(generation, (suggester = createSuggester(index.terms, generation)));
      const { companyId } = request.scope;
      const found = suggester;
      return guard.run({ company: companyId ?? 0, signal: undefined }, () => found.suggest(request, companyId ? [0, companyId] : [0]));
    },
  };
}
