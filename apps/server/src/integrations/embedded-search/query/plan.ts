import {
  type FacetFilter,
  type FacetSet,
  type LeafOptions,
  type QueryNode,
  SearchError,
  type SearchOptions,
  type SearchSort,
} from '#modules/search/port.ts';
import type { FacetField, SearchSchema, TermField } from '#modules/search/schema.ts';
import type { PlanFacet, PlanFilter, PlanHistogram, PlanNode, PlanSet, SearchPlan } from '../shard/protocol.ts';
import { hashOf } from '../format/hashed-values.ts';
import type { Ordinals } from '../format/ordinals.ts';
import { tokenize } from '@headwater/domain/text/tokenize';

/** Validates a query and replaces terms by numbers. Throws SearchError only. */

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

export interface PlannedLeaf {
  field: string;
  text: string;
  points: number;
  tag?: string;
}

interface Planning {
  schema: SearchSchema;
  terms: Ordinals;
  leaves: PlannedLeaf[];
  nodes: number;
}

const bad = (message: string): SearchError => new SearchError('bad_query', message);

function bounded(isWithin: boolean, what: string): void {
  if (!isWithin) throw new SearchError('too_complex', what);
}

function known<T>(kind: string, map: Readonly<Record<string, T>>, name: string): T {
  const found = Object.hasOwn(map, name) ? map[name] : undefined;
  if (found === undefined) throw bad(`there is no ${kind} ${name}`);
  return found;
}

function finite(value: number, what: string): number {
  if (!Number.isFinite(value)) throw bad(`${what} is not a number`);
  return value;
}

function leafOf(
  planning: Planning,
  node: { field: string; tag?: string },
  shown: { text: string; points: number; explained: boolean },
): number {
  if (!shown.explained) return -1;
  planning.leaves.push({ field: node.field, text: shown.text, points: shown.points, ...(node.tag === undefined ? {} : { tag: node.tag }) });
  return planning.leaves.length - 1;
}

function pointsOf(weight: number, { boost }: LeafOptions): number {
  const points = Math.round(weight * (boost ?? 1));
  if (!(points >= 0 && points <= 1e6)) throw bad('a boost is out of range');
  return points;
}

interface Place {
  depth: number;
  explained: boolean;
}

function planNode(planning: Planning, node: QueryNode, place: Place): PlanNode {
  bounded(++planning.nodes <= bounds.nodes, 'the query has too many parts');
  bounded(place.depth <= bounds.depth, 'the query is nested too deeply');
  const inner = { ...place, depth: place.depth + 1 };
  const plan = (part: QueryNode): PlanNode => planNode(planning, part, inner);
  switch (node.op) {
    case 'all':
      return { op: 'all' };
    case 'and':
      return { op: 'and', of: node.of.map(plan) };
    case 'or':
    case 'any':
      return { op: node.op, of: node.of.map(plan), union: unionOf(planning.schema, node.of) };
    case 'not':
      return { op: 'not', of: planNode(planning, node.of, { ...inner, explained: false }) };
    case 'prefer':
      return { op: 'prefer', of: plan(node.of), preferred: node.preferred.map(plan) };
    default:
      return planLeaf(planning, node, place.explained);
  }
}

/** Omits terms that another part includes by the schema. */
function unionOf(schema: SearchSchema, nodes: readonly QueryNode[]): number[] {
  const terms = new Set(nodes.map((node) => (node.op === 'term' ? `${node.field}:${node.value}` : undefined)));
  const isIncluded = (node: QueryNode): boolean => node.op === 'term' && terms.has(`${schema.terms[node.field]?.within}:${node.value}`);
  return nodes.flatMap((node, index) => (isIncluded(node) ? [] : [index]));
}

type LeafNode = Exclude<QueryNode, { op: 'all' | 'and' | 'or' | 'any' | 'not' | 'prefer' }>;

function planLeaf(planning: Planning, node: LeafNode, explained: boolean): PlanNode {
  const { schema, terms } = planning;
  if (node.op === 'ids') {
    bounded(node.ids.length <= bounds.ids, 'the query has too many ids');
    return node;
  }
  if (node.op === 'range') {
    if (!schema.numbers.includes(node.field)) throw bad(`there is no number ${node.field}`);
    return { op: 'range', field: node.field, min: node.min ?? -Infinity, max: node.max ?? Infinity };
  }
  if (node.op === 'near') {
    if (!schema.points.includes(node.field)) throw bad(`there are no points ${node.field}`);
    const [lat, lon, km] = [finite(node.lat, 'lat'), finite(node.lon, 'lon'), finite(node.km, 'km')];
    return { op: 'near', field: node.field, lat, lon, km, leaf: leafOf(planning, node, { text: `${km} km`, points: 0, explained }) };
  }
  if (node.op === 'term') {
    const field = known<TermField>('term field', schema.terms, node.field);
    const points = pointsOf(field.weight, node);
    const leaf = leafOf(planning, node, { text: node.value, points, explained });
    if (!field.lookup) return { op: 'term', field: node.field, term: terms.find(node.field, node.value), points, leaf };
    const [high, low] = hashOf(node.value);
    return { op: 'lookup', field: node.field, high, low, points, leaf };
  }
  const points = pointsOf(known('text field', schema.texts, node.field).weight, node);
  bounded(node.text.length <= bounds.text, 'a part of the query is too long');
  const words = tokenize(node.text);
  bounded(words.length <= bounds.words, 'a phrase has too many words');
  const slop = node.op === 'phrase' ? node.slop : 0;
  if (!Number.isInteger(slop) || slop < 0 || slop > bounds.slop) throw bad('the slop of a phrase is out of range');
  return {
    op: 'text',
    field: node.field,
    words,
    mode: node.mode,
    slop,
    points,
    leaf: leafOf(planning, node, { text: node.text, points, explained }),
  };
}

/** Includes and excludes become two filters: an `or` facet is counted without the former only. */
function planFilter(planning: Planning, filter: FacetFilter, sets: Map<string, PlanSet[]>): PlanFilter[] {
  const facet = known<FacetField>('facet', planning.schema.facets, filter.facet);
  const { field } = facet;
  if (filter.kind === 'range') {
    if (facet.kind !== 'range') throw bad(`the facet ${filter.facet} has values, not a range`);
    const { min = -Infinity, max = Infinity, missing = false } = filter;
    return [{ kind: 'range', facet: filter.facet, field, min, max, missing }];
  }
  if (facet.kind !== 'values') throw bad(`the facet ${filter.facet} has a range, not values`);
  const { includeNodes = [], excludeNodes = [], match = operatorMatch(facet) } = filter;
  const count = filter.include.length + (filter.exclude?.length ?? 0) + includeNodes.length + excludeNodes.length;
  bounded(count <= bounds.values, 'a filter has too many values');
  const nodes = (of: readonly QueryNode[]): PlanNode[] => of.map((node) => planNode(planning, node, { depth: 1, explained: false }));
  const numbers = (values: readonly string[] = []): number[] => values.map((value) => planning.terms.find(field, value));
  const part = (isExcluded: boolean, terms: number[], conditions: PlanNode[]): PlanFilter => ({
    kind: 'values',
    facet: filter.facet,
    field,
    isExcluded,
    all: match === 'all',
    terms,
    conditions,
    sets: sets.get(filter.facet) ?? [],
  });
  const parts = [part(false, numbers(filter.include), nodes(includeNodes)), part(true, numbers(filter.exclude), nodes(excludeNodes))];
  return parts.filter((one) => one.kind === 'values' && one.terms.length + one.conditions.length > 0);
}

const operatorMatch = (facet: Extract<FacetField, { kind: 'values' }>) => (facet.operator === 'and' ? 'all' : 'any');

const isExclusion = (filter: PlanFilter): boolean => filter.kind === 'values' && filter.isExcluded;
const termsExcluded = (filter: PlanFilter): readonly number[] => (filter.kind === 'values' && filter.isExcluded ? filter.terms : []);

const matchesAny = (facet: Extract<FacetField, { kind: 'values' }>, filter: FacetFilter | undefined): boolean =>
  (filter?.kind === 'values' ? (filter.match ?? operatorMatch(facet)) : operatorMatch(facet)) === 'any';

function planSets(planning: Planning, sets: readonly FacetSet[]): Map<string, PlanSet[]> {
  const byFacet = new Map<string, PlanSet[]>();
  for (const { facet: name, value, ids, key } of sets) {
    const facet = known<FacetField>('facet', planning.schema.facets, name);
    if (facet.kind !== 'values') throw bad(`the facet ${name} takes no sets`);
    bounded(ids.length <= bounds.ids, 'a set has too many ids');
    const list = byFacet.get(name) ?? [];
    list.push({ term: planning.terms.number(facet.field, value), ids, ...(key === undefined ? {} : { key }) });
    byFacet.set(name, list);
  }
  return byFacet;
}

function planSort(schema: SearchSchema, sort: SearchSort = { by: 'relevance' }): SearchPlan['sort'] {
  if (sort.by === 'relevance') return sort;
  if (!schema.numbers.includes(sort.field)) throw bad(`there is no number ${sort.field}`);
  return { by: 'number', field: sort.field, descending: sort.order === 'desc' };
}

export interface Planned {
  plan: SearchPlan;
  leaves: readonly PlannedLeaf[];
}

export function planSearch(
  index: { schema: SearchSchema; terms: Ordinals },
  query: { tree: QueryNode; options: SearchOptions },
  page: { take: number; explain: boolean },
): Planned {
  const { schema, terms } = index;
  const { options } = query;
  const planning: Planning = { schema, terms, leaves: [], nodes: 0 };
  if (page.take > bounds.hits) throw bad(`only the first ${bounds.hits} results can be paged through`);
  bounded((options.filters?.length ?? 0) <= bounds.filters, 'there are too many filters');
  bounded((options.facets?.length ?? 0) + (options.histograms?.length ?? 0) <= bounds.facets, 'too many facets are asked for');
  const tree = planNode(planning, query.tree, { depth: 1, explained: true });
  const sets = planSets(planning, options.sets ?? []);
  const filters = (options.filters ?? []).flatMap((filter) => planFilter(planning, filter, sets));
  const own = (facet: string): number[] => filters.flatMap((filter, index) => (filter.facet === facet ? [index] : []));
  const chosen = (facet: string): number[] => own(facet).filter((index) => !isExclusion(filters[index]!));
  const matchOf = (name: string) => options.filters?.find((filter) => filter.facet === name && filter.kind === 'values');
  const facets = (options.facets ?? []).map(({ facet: name }): PlanFacet => {
    const facet = known<FacetField>('facet', schema.facets, name);
    if (facet.kind !== 'values') throw bad(`the facet ${name} has no values to count`);
    const isAny = matchesAny(facet, matchOf(name));
    const excluded = isAny ? own(name).flatMap((index) => termsExcluded(filters[index]!)) : [];
    return {
      facet: name,
      field: facet.field,
      sets: sets.get(name) ?? [],
      without: isAny ? chosen(name) : [],
      excluded: { terms: [...new Set(excluded)], without: own(name) },
    };
  });
  const histograms = (options.histograms ?? []).map(({ facet: name, edges }): PlanHistogram => {
    const facet = known<FacetField>('facet', schema.facets, name);
    if (facet.kind !== 'range') throw bad(`the facet ${name} has no histogram`);
    bounded(edges.length <= bounds.edges, 'a histogram has too many edges');
    if (edges.length === 0 || edges.some((edge, at) => !(edge > (edges[at - 1] ?? -Infinity))))
      throw bad('the edges of a histogram must ascend');
    return { facet: name, field: facet.field, edges, without: own(name) };
  });
  const company = options.scope.companyId;
  return {
    plan: {
      tree,
      owners: company === null || company === 0 ? [0] : [0, company],
      filters,
      sort: planSort(schema, options.sort),
      take: page.take,
      leaves: page.explain ? planning.leaves.length : 0,
      facets,
      histograms,
    },
    leaves: planning.leaves,
  };
}
