import { matchOf, valuesFacet } from '#modules/search/engine/check-query.ts';
import type { FacetCount, FacetFilter, FacetRequest, Histogram, QueryNode, SearchOptions, SearchResult } from '#modules/search/port.ts';
import type { SearchSchema } from '#modules/search/schema.ts';
import { allOf, anyOf, boolOf, compileQuery, filterQuery, idsClause, rangeClause, termClause } from './compile-query.ts';
import type { Json } from './mapping.ts';
import { patternOfPrefix, readValue, startsWord } from './values.ts';

/** Clause of a facet filter. Includes and excludes are two parts. */
interface Part {
  facet: string;
  isExcluded: boolean;
  clause: Json;
}

/** Counts under the same filters share one `filter` aggregation. */
interface Context {
  clauses: Json[];
  aggs: Record<string, Json>;
}

interface CountedValue {
  value: string;
  context: string;
  at: number;
}

interface CountedFacet {
  request: FacetRequest;
  limit: number;
  context: string;
  /** Values of sets, excluded values and `always`: counted one by one. */
  values: CountedValue[];
}

export interface FacetPlan {
  /** Filters that every count applies. */
  filters: Json[];
  postFilters: Json[];
  aggs: Record<string, Json>;
  read(aggregations: Aggregations): Pick<SearchResult, 'facets' | 'histograms'>;
}

interface Bucket {
  key: string;
  doc_count: number;
}
interface CountedContext {
  doc_count: number;
  [name: string]: { buckets: Bucket[] } | number;
}
export type Aggregations = Record<string, CountedContext>;

const defaultLimit = 50;
const largestLimit = 1_000;
/** Every shard returns all its values, which makes the sums exact. */
const allValues = 2 ** 31 - 1;

export interface Counting {
  schema: SearchSchema;
  options: SearchOptions;
  shards: number;
}

function valueClause({ schema, options }: Counting, facet: string, value: string): Json {
  const sets = (options.sets ?? []).filter((set) => set.facet === facet && set.value === value);
  return anyOf([termClause(schema, valuesFacet(schema, facet).field, value), ...sets.map(({ ids }) => idsClause(ids))]);
}

function partsOf(counting: Counting, filter: FacetFilter): Part[] {
  const { schema } = counting;
  const { facet } = filter;
  if (filter.kind === 'range') {
    const { field } = schema.facets[facet]!;
    const within = rangeClause(field, filter);
    const missing = boolOf('must_not', [{ exists: { field: `n.${field}` } }]);
    const present = { exists: { field: `n.${field}` } };
    return [{ facet, isExcluded: false, clause: filter.missing ? anyOf([within, missing]) : allOf([present, within]) }];
  }
  const nodes = (of: readonly QueryNode[] = []): Json[] => of.map((node) => filterQuery(compileQuery(schema, node)));
  const values = (of: readonly string[] = []): Json[] => of.map((value) => valueClause(counting, facet, value));
  const included = [...values(filter.include), ...nodes(filter.includeNodes)];
  const excluded = [...values(filter.exclude), ...nodes(filter.excludeNodes)];
  const combine = matchOf(valuesFacet(schema, facet), filter) === 'all' ? allOf : anyOf;
  return [
    ...(included.length > 0 ? [{ facet, isExcluded: false, clause: combine(included) }] : []),
    ...(excluded.length > 0 ? [{ facet, isExcluded: true, clause: boolOf('must_not', excluded) }] : []),
  ];
}

interface Planning extends Counting {
  parts: Part[];
  contexts: Map<string, Context>;
  /** Parts that some facet is counted without. */
  apart: Set<Part>;
}

const valuesFilter = ({ options }: Counting, facet: string) =>
  (options.filters ?? []).find((filter) => filter.kind === 'values' && filter.facet === facet);

const matchesAny = (planning: Planning, facet: string): boolean =>
  matchOf(valuesFacet(planning.schema, facet), valuesFilter(planning, facet)) === 'any';

/** Parts that the facet's counts ignore: its includes if any value matches. */
const ownOf = (planning: Planning, facet: string): Part[] =>
  planning.parts.filter((part) => part.facet === facet && !part.isExcluded && matchesAny(planning, facet));

const everyPartOf = (planning: Planning, facet: string): Part[] => planning.parts.filter((part) => part.facet === facet);

function contextWithout({ parts, contexts, apart }: Planning, without: readonly Part[]): string {
  const left = parts.flatMap((part, number) => (apart.has(part) && !without.includes(part) ? [number] : []));
  const name = `c${left.join('_')}`;
  if (!contexts.has(name)) contexts.set(name, { clauses: left.map((number) => parts[number]!.clause), aggs: {} });
  return name;
}

function excludedValues(planning: Planning, facet: string): string[] {
  if (!matchesAny(planning, facet)) return [];
  return (planning.options.filters ?? []).flatMap((filter) =>
    filter.kind === 'values' && filter.facet === facet ? (filter.exclude ?? []) : [],
  );
}

function planFacet(planning: Planning, request: FacetRequest, number: number): CountedFacet {
  const { facet } = request;
  const { field } = valuesFacet(planning.schema, facet);
  const excluded = new Set(excludedValues(planning, facet));
  const ofSets = (planning.options.sets ?? []).flatMap((set) => (set.facet === facet ? [set.value] : []));
  const context = contextWithout(planning, ownOf(planning, facet));
  const beside = excluded.size > 0 ? contextWithout(planning, everyPartOf(planning, facet)) : context;
  const clauses: Record<string, Json[]> = { [context]: [], [beside]: [] };
  const values = [...new Set([...excluded, ...ofSets, ...(request.always ?? [])])].map((value): CountedValue => {
    const where = excluded.has(value) ? beside : context;
    return { value, context: where, at: clauses[where]!.push(valueClause(planning, facet, value)) - 1 };
  });
  for (const [name, filters] of Object.entries(clauses)) {
    if (filters.length > 0) planning.contexts.get(name)!.aggs[`e${number}`] = { filters: { filters } };
  }
  const limit = Math.min(request.limit ?? defaultLimit, largestLimit);
  if (limit > 0) {
    const include = patternOfPrefix(request.search ?? '');
    planning.contexts.get(context)!.aggs[`f${number}`] = {
      terms: {
        field: `t.${field}`,
        // Values counted one by one may leave the list.
        size: limit + values.length,
        ...(planning.shards > 1 ? { shard_size: allValues } : {}),
        ...(include === undefined ? {} : { include }),
      },
    };
  }
  return { request, limit, context, values };
}

const bucketsOf = (aggregations: Aggregations, context: string, name: string): Bucket[] => {
  const found = aggregations[context]?.[name];
  return typeof found === 'object' ? found.buckets : [];
};

function readFacet(aggregations: Aggregations, counted: CountedFacet, number: number): FacetCount[] {
  const { request, limit, context, values } = counted;
  const special = new Map(
    values.map(({ value, context: where, at }) => [value, bucketsOf(aggregations, where, `e${number}`)[at]?.doc_count ?? 0]),
  );
  const listed = bucketsOf(aggregations, context, `f${number}`).map(({ key, doc_count }) => ({ value: readValue(key), count: doc_count }));
  const besides = [...special].flatMap(([value, count]) =>
    count > 0 && startsWord(value, request.search ?? '') ? [{ value, count }] : [],
  );
  const best = [...listed.filter(({ value }) => !special.has(value)), ...besides]
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, limit);
  const shown = new Set(best.map(({ value }) => value));
  const always = [...new Set(request.always ?? [])].filter((value) => !shown.has(value));
  return [...best, ...always.map((value) => ({ value, count: special.get(value) ?? 0 }))];
}

function rangesOf(edges: readonly number[]): Json[] {
  const between = edges.slice(1).map((to, index) => ({ from: edges[index], to }));
  return [{ to: edges[0] }, ...between, { from: edges.at(-1) }];
}

function readHistogram(aggregations: Aggregations, context: string, number: number): Histogram {
  const counts = bucketsOf(aggregations, context, `h${number}`).map(({ doc_count }) => doc_count);
  const sum = counts.reduce((total, count) => total + count, 0);
  return {
    below: counts[0] ?? 0,
    counts: counts.slice(1, -1),
    above: counts.at(-1) ?? 0,
    missing: (aggregations[context]?.doc_count ?? sum) - sum,
  };
}

export function planFacets(counting: Counting): FacetPlan {
  const { schema, options } = counting;
  const { facets = [], histograms = [], filters = [] } = options;
  const parts = filters.flatMap((filter) => partsOf(counting, filter));
  const planning: Planning = { ...counting, parts, contexts: new Map(), apart: new Set() };
  for (const { facet } of facets) {
    const without = excludedValues(planning, facet).length > 0 ? everyPartOf(planning, facet) : ownOf(planning, facet);
    for (const part of without) planning.apart.add(part);
  }
  for (const { facet } of histograms) for (const part of everyPartOf(planning, facet)) planning.apart.add(part);
  const counted = facets.map((request, number) => planFacet(planning, request, number));
  const places = histograms.map(({ facet, edges }, number) => {
    const context = contextWithout(planning, everyPartOf(planning, facet));
    planning.contexts.get(context)!.aggs[`h${number}`] = {
      range: { field: `n.${schema.facets[facet]!.field}`, ranges: rangesOf(edges) },
    };
    return context;
  });
  return {
    filters: parts.filter((part) => !planning.apart.has(part)).map(({ clause }) => clause),
    postFilters: parts.filter((part) => planning.apart.has(part)).map(({ clause }) => clause),
    aggs: Object.fromEntries([...planning.contexts].map(([name, { clauses, aggs }]) => [name, { filter: allOf(clauses), aggs }])),
    read: (aggregations) => ({
      facets: Object.fromEntries(counted.map((each, number) => [each.request.facet, readFacet(aggregations, each, number)])),
      histograms: Object.fromEntries(histograms.map(({ facet }, number) => [facet, readHistogram(aggregations, places[number]!, number)])),
    }),
  };
}

/** Terms of a field for suggestions, the most frequent first. */
export const suggestAggregation = (field: string, { prefix, limit, shards }: { prefix: string; limit: number; shards: number }): Json => {
  const include = patternOfPrefix(prefix);
  return {
    terms: {
      field: `t.${field}`,
      size: limit,
      ...(shards > 1 ? { shard_size: allValues } : {}),
      ...(include === undefined ? {} : { include }),
    },
  };
};
