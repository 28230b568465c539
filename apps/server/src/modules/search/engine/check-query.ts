import { tokenize } from '@headwater/domain/text/tokenize';
import { type FacetFilter, type QueryNode, SearchError, type SearchOptions } from '../port.ts';
import type { FacetField, SearchSchema } from '../schema.ts';

export const bounds = {
  // 200 terms of a query, each searched in up to ten fields.
  nodes: 4_000,
  depth: 30,
  text: 1_000,
  words: 30,
  slop: 50,
  filters: 60,
  values: 1_000,
  ids: 1_000_000,
  hits: 50_000,
  facets: 60,
  edges: 200,
};

export type LeafNode = Exclude<QueryNode, { op: 'all' | 'and' | 'or' | 'any' | 'not' | 'prefer' }>;
type ValuesFacet = Extract<FacetField, { kind: 'values' }>;
type RangeFacet = Extract<FacetField, { kind: 'range' }>;

const bad = (message: string): SearchError => new SearchError('bad_query', message);

function bounded(isWithin: boolean, what: string): void {
  if (!isWithin) throw new SearchError('too_complex', what);
}

function known<T>(kind: string, map: Readonly<Record<string, T>>, name: string): T {
  const found = Object.hasOwn(map, name) ? map[name] : undefined;
  if (found === undefined) throw bad(`there is no ${kind} ${name}`);
  return found;
}

export function valuesFacet(schema: SearchSchema, name: string): ValuesFacet {
  const facet = known('facet', schema.facets, name);
  if (facet.kind !== 'values') throw bad(`the facet ${name} has a range, not values`);
  return facet;
}

export function rangeFacet(schema: SearchSchema, name: string): RangeFacet {
  const facet = known('facet', schema.facets, name);
  if (facet.kind !== 'range') throw bad(`the facet ${name} has values, not a range`);
  return facet;
}

/** Whether a document needs one or all values of the filter. */
export const matchOf = ({ operator }: ValuesFacet, filter: FacetFilter | undefined): 'any' | 'all' =>
  (filter?.kind === 'values' ? filter.match : undefined) ?? (operator === 'and' ? 'all' : 'any');

/** Score of a leaf that matches. */
export function pointsOf(schema: SearchSchema, node: LeafNode): number {
  if (node.op === 'ids' || node.op === 'range' || node.op === 'near') return 0;
  const { weight } = node.op === 'term' ? known('term field', schema.terms, node.field) : known('text field', schema.texts, node.field);
  const points = Math.round(weight * (node.boost ?? 1));
  if (!(points >= 0 && points <= 1e6)) throw bad('a boost is out of range');
  return points;
}

interface Checking {
  schema: SearchSchema;
  nodes: number;
}

function checkNode(checking: Checking, node: QueryNode, depth: number): void {
  bounded(++checking.nodes <= bounds.nodes, 'the query has too many parts');
  bounded(depth <= bounds.depth, 'the query is nested too deeply');
  switch (node.op) {
    case 'all':
      return;
    case 'and':
    case 'or':
    case 'any':
      for (const part of node.of) checkNode(checking, part, depth + 1);
      return;
    case 'not':
      checkNode(checking, node.of, depth + 1);
      return;
    case 'prefer':
      for (const part of [node.of, ...node.preferred]) checkNode(checking, part, depth + 1);
      return;
    default:
      checkLeaf(checking.schema, node);
  }
}

function checkLeaf(schema: SearchSchema, node: LeafNode): void {
  pointsOf(schema, node);
  switch (node.op) {
    case 'ids':
      bounded(node.ids.length <= bounds.ids, 'the query has too many ids');
      return;
    case 'range':
      if (!schema.numbers.includes(node.field)) throw bad(`there is no number ${node.field}`);
      return;
    case 'near':
      if (!schema.points.includes(node.field)) throw bad(`there are no points ${node.field}`);
      if (![node.lat, node.lon, node.km].every(Number.isFinite)) throw bad('a place is not made of numbers');
      return;
    case 'term':
      return;
    default: {
      bounded(node.text.length <= bounds.text, 'a part of the query is too long');
      bounded(tokenize(node.text).length <= bounds.words, 'a phrase has too many words');
      const slop = node.op === 'phrase' ? node.slop : 0;
      if (!Number.isInteger(slop) || slop < 0 || slop > bounds.slop) throw bad('the slop of a phrase is out of range');
    }
  }
}

function checkFilter(checking: Checking, filter: FacetFilter): void {
  if (filter.kind === 'range') return void rangeFacet(checking.schema, filter.facet);
  valuesFacet(checking.schema, filter.facet);
  const { include, exclude = [], includeNodes = [], excludeNodes = [] } = filter;
  const nodes = [...includeNodes, ...excludeNodes];
  bounded(include.length + exclude.length + nodes.length <= bounds.values, 'a filter has too many values');
  for (const node of nodes) checkNode(checking, node, 1);
}

/** Throws SearchError for a query that no engine answers. `take`: hits up to the end of the page. */
export function checkSearch(schema: SearchSchema, { tree, options }: { tree: QueryNode; options: SearchOptions }, take: number): void {
  const { filters = [], sets = [], facets = [], histograms = [], sort } = options;
  const checking: Checking = { schema, nodes: 0 };
  if (take > bounds.hits) throw bad(`only the first ${bounds.hits} results can be paged through`);
  bounded(filters.length <= bounds.filters, 'there are too many filters');
  bounded(facets.length + histograms.length <= bounds.facets, 'too many facets are asked for');
  checkNode(checking, tree, 1);
  for (const { facet, ids } of sets) {
    valuesFacet(schema, facet);
    bounded(ids.length <= bounds.ids, 'a set has too many ids');
  }
  for (const filter of filters) checkFilter(checking, filter);
  for (const { facet } of facets) valuesFacet(schema, facet);
  for (const { facet, edges } of histograms) {
    rangeFacet(schema, facet);
    bounded(edges.length <= bounds.edges, 'a histogram has too many edges');
    if (edges.length === 0 || edges.some((edge, at) => !(edge > (edges[at - 1] ?? -Infinity))))
      throw bad('the edges of a histogram must ascend');
  }
  if (sort?.by === 'number' && !schema.numbers.includes(sort.field)) throw bad(`there is no number ${sort.field}`);
}

const defaultPerPage = 20;
const largestPage = 100;

/** Hits of a page: from `from` up to, but not including, `to`. */
export function pageOf({ page = 1, perPage = defaultPerPage }: SearchOptions): { from: number; to: number } {
  if (!Number.isInteger(page) || page < 1) throw bad('page is not a number from 1');
  if (!Number.isInteger(perPage) || perPage < 0 || perPage > largestPage) throw bad('perPage is not a number of 0 to 100');
  return { from: (page - 1) * perPage, to: page * perPage };
}

export function checkScan(limit: number): void {
  if (!Number.isInteger(limit) || limit < 0 || limit > bounds.hits) throw bad(`at most ${bounds.hits} ids can be scanned`);
}

export function checkSuggestField(schema: SearchSchema, field: string): void {
  if (!Object.hasOwn(schema.terms, field) || schema.terms[field]?.lookup) throw bad(`there is no term field ${field} to suggest from`);
}
