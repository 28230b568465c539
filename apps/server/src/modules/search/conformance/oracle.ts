import type {
  FacetCount,
  FacetFilter,
  FacetRequest,
  FacetSet,
  Histogram,
  HistogramRequest,
  QueryNode,
  SearchDocument,
  SearchOptions,
  SearchResult,
  SuggestRequest,
} from '../port.ts';
import type { SearchSchema } from '../schema.ts';
import type { MemorySource } from './memory-source.ts';
import { normalise } from '@headwater/domain/text/tokenize';
import { explain, matches, relevance } from './oracle-match.ts';

/** Reference implementation of the port: scans every document. */
export interface Oracle {
  search(tree: QueryNode, options: SearchOptions): Omit<SearchResult, 'version' | 'tookMs'>;
  suggest(request: SuggestRequest): FacetCount[];
}

interface World {
  schema: SearchSchema;
  documents: MemorySource['documents'];
}

export function createOracle(schema: SearchSchema, documents: MemorySource['documents']): Oracle {
  const world = { schema, documents };
  return {
    search: (tree, options) => search(world, tree, options),
    suggest: ({ scope, field, prefix, limit = 10 }) => {
      const seen = visible(world, scope.companyId);
      const counts = countValues(seen, (document) => document.terms[field] ?? []);
      return ranked(counts)
        .filter(({ value }) => startsWord(value, prefix))
        .slice(0, limit);
    },
  };
}

/** The company's own document of each id, else the common one. */
const visible = ({ documents }: World, companyId: number | null): SearchDocument[] =>
  [...documents.values()].flatMap((ofId) => {
    const seen = ofId.find(({ owner }) => owner === companyId) ?? ofId.find(({ owner }) => owner === 0);
    return seen && !seen.hidden ? [seen] : [];
  });

function search(world: World, tree: QueryNode, options: SearchOptions): Omit<SearchResult, 'version' | 'tookMs'> {
  const { schema } = world;
  const { filters = [], sets = [], page = 1, perPage = 20, sort = { by: 'relevance' } } = options;
  const base = visible(world, options.scope.companyId).filter((document) => matches(schema, tree, document));
  const passing: Passing = (without, keepsExcluded = false) => {
    const left = filters.flatMap((filter): FacetFilter[] => {
      if (filter.facet !== without) return [filter];
      return keepsExcluded && filter.kind === 'values' ? [{ ...filter, include: [], includeNodes: [] }] : [];
    });
    return base.filter((document) => left.every((filter) => passes({ schema, sets }, filter, document)));
  };
  const scoreOf = (document: SearchDocument): number => {
    if (sort.by === 'relevance') return relevance(schema, tree, document) + staticRank(schema, document);
    const value = document.numbers[sort.field];
    if (value === undefined) return -Infinity;
    return sort.order === 'desc' ? value : -value;
  };
  const hits = passing()
    .map((document) => ({ document, score: scoreOf(document) }))
    .toSorted((a, b) => (a.score === b.score ? a.document.id - b.document.id : b.score - a.score));
  return {
    total: hits.length,
    hits: hits
      .slice((page - 1) * perPage, page * perPage)
      .map(({ document, score }) => ({ id: document.id, score, why: explain(schema, tree, document) })),
    facets: Object.fromEntries(
      (options.facets ?? []).map((request) => [request.facet, countFacet({ schema, sets, filters }, request, passing)]),
    ),
    histograms: Object.fromEntries(
      (options.histograms ?? []).map((request) => [request.facet, histogram(schema, request, passing(request.facet))]),
    ),
  };
}

const staticRank = (schema: SearchSchema, { freshness, completeness }: SearchDocument): number =>
  Math.round(freshness * schema.staticRank.freshness + completeness * schema.staticRank.completeness);

function facetValuesOf(rules: { schema: SearchSchema; sets: readonly FacetSet[] }, facet: string, document: SearchDocument): string[] {
  const { field } = rules.schema.facets[facet]!;
  const special = rules.sets.filter((set) => set.facet === facet && set.ids.includes(document.id)).map(({ value }) => value);
  return [...(document.terms[field] ?? []), ...special];
}

function passes(rules: { schema: SearchSchema; sets: readonly FacetSet[] }, filter: FacetFilter, document: SearchDocument): boolean {
  const facet = rules.schema.facets[filter.facet]!;
  if (filter.kind === 'range') {
    const value = document.numbers[facet.field];
    if (value === undefined) return filter.missing ?? false;
    return value >= (filter.min ?? -Infinity) && value <= (filter.max ?? Infinity);
  }
  const values = new Set(facetValuesOf(rules, filter.facet, document));
  const { include, exclude = [], includeNodes = [], excludeNodes = [] } = filter;
  const holds = (node: QueryNode) => matches(rules.schema, node, document);
  const included = [...include.map((value) => values.has(value)), ...includeNodes.map(holds)];
  const excluded = [...exclude.map((value) => values.has(value)), ...excludeNodes.map(holds)];
  const isIncluded = matchOf(rules.schema, filter) === 'all' ? included.every(Boolean) : included.some(Boolean);
  return (included.length === 0 || isIncluded) && !excluded.some(Boolean);
}

function matchOf(schema: SearchSchema, { facet, match }: { facet: string; match?: 'any' | 'all' | undefined }): 'any' | 'all' {
  const field = schema.facets[facet]!;
  return match ?? (field.kind === 'values' && field.operator === 'and' ? 'all' : 'any');
}

function countValues(documents: readonly SearchDocument[], values: (document: SearchDocument) => readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const document of documents) {
    for (const value of new Set(values(document))) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

const ranked = (counts: Map<string, number>): FacetCount[] =>
  [...counts].map(([value, count]) => ({ value, count })).toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));

/** `without` ignores the filters of one facet; `keepsExcluded` still applies its exclusions. */
type Passing = (without?: string, keepsExcluded?: boolean) => SearchDocument[];

function countFacet(
  rules: { schema: SearchSchema; sets: readonly FacetSet[]; filters: readonly FacetFilter[] },
  request: FacetRequest,
  passing: Passing,
): FacetCount[] {
  const filter = rules.filters.find((one) => one.facet === request.facet && one.kind === 'values');
  const own = matchOf(rules.schema, filter?.kind === 'values' ? filter : { facet: request.facet }) === 'any';
  const valuesOf = (document: SearchDocument): string[] => facetValuesOf(rules, request.facet, document);
  const counts = countValues(own ? passing(request.facet, true) : passing(), valuesOf);
  const excluded = rules.filters.flatMap((filter) =>
    filter.facet === request.facet && filter.kind === 'values' ? (filter.exclude ?? []) : [],
  );
  const without = own && excluded.length > 0 ? countValues(passing(request.facet), valuesOf) : undefined;
  if (without) {
    for (const value of excluded) {
      const count = without.get(value);
      if (count === undefined) counts.delete(value);
      else counts.set(value, count);
    }
  }
  const best = ranked(counts)
    .filter(({ value }) => startsWord(value, request.search ?? ''))
    .slice(0, request.limit ?? 50);
  const always = [...new Set(request.always ?? [])].filter((value) => !best.some((one) => one.value === value));
  return [...best, ...always.map((value) => ({ value, count: counts.get(value) ?? 0 }))];
}

function startsWord(value: string, prefix: string): boolean {
  const text = normalise(value);
  const start = normalise(prefix).trim();
  const starts = [0, ...Array.from(text.matchAll(/[^\p{L}\p{N}\p{M}+#](?=[\p{L}\p{N}\p{M}+#])/gu), ({ index }) => index + 1)];
  return start === '' || starts.some((at) => text.startsWith(start, at));
}

function histogram(schema: SearchSchema, request: HistogramRequest, documents: readonly SearchDocument[]): Histogram {
  const { field } = schema.facets[request.facet]!;
  const { edges } = request;
  const values = documents.flatMap(({ numbers }) => numbers[field] ?? []);
  const within = (from: number, to: number): number => values.filter((value) => value >= from && value < to).length;
  return {
    below: within(-Infinity, edges[0] ?? Infinity),
    counts: edges.slice(1).map((edge, index) => within(edges[index]!, edge)),
    above: edges.length > 0 ? within(edges.at(-1)!, Infinity) : 0,
    missing: documents.length - values.length,
  };
}
