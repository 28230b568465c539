import { checkScan, checkSearch, checkSuggestField, pageOf } from '#modules/search/engine/check-query.ts';
import {
  type QueryNode,
  SearchError,
  type SearchHit,
  type SearchOptions,
  type SearchPort,
  type SearchSelection,
} from '#modules/search/port.ts';
import type { SearchSchema } from '#modules/search/schema.ts';
import { asSearchError, type Cluster } from './cluster.ts';
import { allOf, anyOf, type Compiled, compileQuery, explainHit, scoringQuery } from './compile-query.ts';
import { type Aggregations, type FacetPlan, planFacets, suggestAggregation } from './facets.ts';
import type { Json } from './mapping.ts';
import { readValue } from './values.ts';

interface Found {
  timed_out: boolean;
  hits: { total: { value: number }; hits: { sort: (number | null)[]; matched_queries?: string[] }[] };
  aggregations?: Aggregations;
}

export interface SearchSetup {
  schema: SearchSchema;
  cluster: Cluster;
  shards: number;
  timeMs: number;
  clock: () => number;
  /** The alias to search and the version that it contains. Throws `not_ready`. */
  current(): { alias: string; version: number };
}

/** Beyond the time of the search itself, for the way and for merging the shards. */
const graceMs = 1_000;

/** The company's own document of each id, else the common one. */
function visibleTo(companyId: number | null): Json {
  const common = { term: { owner: 0 } };
  if (!companyId) return common;
  const own = allOf([{ term: { owner: companyId } }, { term: { hidden: false } }]);
  return anyOf([own, { bool: { filter: [common], must_not: [{ term: { replaced: companyId } }] } }]);
}

const sortOf = ({ sort = { by: 'relevance' } }: SearchSelection): Json[] => [
  sort.by === 'relevance' ? { _score: 'desc' } : { [`n.${sort.field}`]: { order: sort.order, missing: '_last' } },
  { id: 'asc' },
];

function queryOf(compiled: Compiled, asked: { options: SearchSelection; facets: FacetPlan; isNamed: boolean }): Json {
  const { options, facets, isNamed } = asked;
  const filter = [visibleTo(options.scope.companyId), ...facets.filters];
  const tree = scoringQuery(compiled, isNamed);
  if (options.sort?.by === 'number') return { bool: { must: [tree], filter } };
  const byRank = { field_value_factor: { field: 'rank', missing: 0 } };
  return { function_score: { query: { bool: { must: [tree], filter } }, functions: [byRank], score_mode: 'sum', boost_mode: 'sum' } };
}

/** Larger numbers are no values of a document; the cluster returns one for a missing number. */
const largestNumber = 2 ** 30;

function scoreOf({ sort = { by: 'relevance' } }: SearchSelection, value: number | null): number {
  if (sort.by === 'relevance') return value ?? 0;
  if (value === null || Math.abs(value) > largestNumber) return -Infinity;
  return sort.order === 'desc' ? value : -value;
}

function hitsOf(found: Found, compiled: Compiled, options: SearchSelection): SearchHit[] {
  return found.hits.hits.map(({ sort: [value = null, id], matched_queries: matched = [] }) => ({
    id: id ?? 0,
    score: scoreOf(options, value),
    why: explainHit(compiled, new Set(matched.map(Number))),
  }));
}

export function createSearches(setup: SearchSetup): Pick<SearchPort, 'search' | 'scan' | 'suggest'> {
  const { schema, cluster, shards, timeMs, clock } = setup;

  const ask = async (alias: string, body: Json, signal?: AbortSignal): Promise<Found> => {
    try {
      const { body: found } = await cluster.ask<Found>(`POST /${alias}/_search`, {
        query: { allow_partial_search_results: false },
        body: { ...body, _source: false, stored_fields: '_none_', track_total_hits: true, timeout: `${timeMs}ms` },
        timeoutMs: timeMs + graceMs,
        signal,
      });
      if (found.timed_out) throw new SearchError('timeout', `the search took longer than ${timeMs} ms`);
      return found;
    } catch (error) {
      if (signal?.aborted) throw new SearchError('aborted', 'the search was given up');
      throw asSearchError(error);
    }
  };

  const find = async (
    tree: QueryNode,
    options: SearchOptions,
    { from, size, explain }: { from: number; size: number; explain: boolean },
  ) => {
    checkSearch(schema, { tree, options }, from + size);
    const { alias, version } = setup.current();
    const compiled = compileQuery(schema, tree);
    const facets = planFacets({ schema, options, shards });
    const found = await ask(
      alias,
      {
        query: queryOf(compiled, { options, facets, isNamed: explain }),
        ...(facets.postFilters.length > 0 ? { post_filter: allOf(facets.postFilters) } : {}),
        ...(Object.keys(facets.aggs).length > 0 ? { aggs: facets.aggs } : {}),
        from,
        size,
        sort: sortOf(options),
      },
      options.signal,
    );
    return { found, version, compiled, ...facets.read(found.aggregations ?? {}) };
  };

  return {
    async search(tree, options) {
      const began = clock();
      const { from, to } = pageOf(options);
      const page = { from, size: to - from, explain: to > from };
      const { found, version, compiled, facets, histograms } = await find(tree, options, page);
      const hits = hitsOf(found, compiled, options);
      return { total: found.hits.total.value, hits, facets, histograms, version, tookMs: clock() - began };
    },
    async scan(tree, options) {
      checkScan(options.limit);
      const { found, version } = await find(tree, options, { from: 0, size: options.limit, explain: false });
      const ids = Uint32Array.from(found.hits.hits, ({ sort: [, id] }) => id ?? 0);
      return { ids, total: found.hits.total.value, version };
    },
    async suggest({ scope, field, prefix, limit = 10 }) {
      checkSuggestField(schema, field);
      const { alias } = setup.current();
      const values = suggestAggregation(field, { prefix, limit: Math.min(limit, 100), shards });
      const { aggregations } = await ask(alias, {
        query: visibleTo(scope.companyId),
        size: 0,
        aggs: { all: { filter: { match_all: {} }, aggs: { values } } },
      });
      const found = aggregations?.['all']?.['values'];
      const buckets = typeof found === 'object' ? found.buckets : [];
      return buckets.map(({ key, doc_count: count }) => ({ value: readValue(key), count }));
    },
  };
}
