import type { FacetFilter, FacetSet, QueryNode, SearchOptions } from '#modules/search/port.ts';
import { checkSearch, type LeafNode, matchOf, pointsOf } from '#modules/search/engine/check-query.ts';
import type { FacetField, SearchSchema } from '#modules/search/schema.ts';
import type { PlanFacet, PlanFilter, PlanHistogram, PlanNode, PlanSet, SearchPlan } from '../shard/protocol.ts';
import { hashOf } from '../format/hashed-values.ts';
import type { Ordinals } from '../format/ordinals.ts';
import { tokenize } from '@headwater/domain/text/tokenize';

/** Replaces the terms of a query by numbers. */

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

function planNode(planning: Planning, node: QueryNode, explained: boolean): PlanNode {
  const plan = (part: QueryNode): PlanNode => planNode(planning, part, explained);
  switch (node.op) {
    case 'all':
      return { op: 'all' };
    case 'and':
      return { op: 'and', of: node.of.map(plan) };
    case 'or':
    case 'any':
      return { op: node.op, of: node.of.map(plan), union: unionOf(planning.schema, node.of) };
    case 'not':
      return { op: 'not', of: planNode(planning, node.of, false) };
    case 'prefer':
      return { op: 'prefer', of: plan(node.of), preferred: node.preferred.map(plan) };
    default:
      return planLeaf(planning, node, explained);
  }
}

/** Omits terms that another part includes by the schema. */
function unionOf(schema: SearchSchema, nodes: readonly QueryNode[]): number[] {
  const terms = new Set(nodes.map((node) => (node.op === 'term' ? `${node.field}:${node.value}` : undefined)));
  const isIncluded = (node: QueryNode): boolean => node.op === 'term' && terms.has(`${schema.terms[node.field]?.within}:${node.value}`);
  return nodes.flatMap((node, index) => (isIncluded(node) ? [] : [index]));
}

function planLeaf(planning: Planning, node: LeafNode, explained: boolean): PlanNode {
  const { schema, terms } = planning;
  const points = pointsOf(schema, node);
  switch (node.op) {
    case 'ids':
      return node;
    case 'range':
      return { op: 'range', field: node.field, min: node.min ?? -Infinity, max: node.max ?? Infinity };
    case 'near': {
      const { field, lat, lon, km } = node;
      return { op: 'near', field, lat, lon, km, leaf: leafOf(planning, node, { text: `${km} km`, points, explained }) };
    }
    case 'term': {
      const leaf = leafOf(planning, node, { text: node.value, points, explained });
      if (!schema.terms[node.field]?.lookup)
        return { op: 'term', field: node.field, term: terms.find(node.field, node.value), points, leaf };
      const [high, low] = hashOf(node.value);
      return { op: 'lookup', field: node.field, high, low, points, leaf };
    }
    default: {
      const slop = node.op === 'phrase' ? node.slop : 0;
      const leaf = leafOf(planning, node, { text: node.text, points, explained });
      return { op: 'text', field: node.field, words: tokenize(node.text), mode: node.mode, slop, points, leaf };
    }
  }
}

/** Includes and excludes become two filters: an `or` facet is counted without the former only. */
function planFilter(planning: Planning, filter: FacetFilter, sets: Map<string, PlanSet[]>): PlanFilter[] {
  const facet = planning.schema.facets[filter.facet]!;
  const { field } = facet;
  if (filter.kind === 'range') {
    const { min = -Infinity, max = Infinity, missing = false } = filter;
    return [{ kind: 'range', facet: filter.facet, field, min, max, missing }];
  }
  const { includeNodes = [], excludeNodes = [] } = filter;
  const nodes = (of: readonly QueryNode[]): PlanNode[] => of.map((node) => planNode(planning, node, false));
  const numbers = (values: readonly string[] = []): number[] => values.map((value) => planning.terms.find(field, value));
  const part = (isExcluded: boolean, terms: number[], conditions: PlanNode[]): PlanFilter => ({
    kind: 'values',
    facet: filter.facet,
    field,
    isExcluded,
    all: matchOf(asValues(facet), filter) === 'all',
    terms,
    conditions,
    sets: sets.get(filter.facet) ?? [],
  });
  const parts = [part(false, numbers(filter.include), nodes(includeNodes)), part(true, numbers(filter.exclude), nodes(excludeNodes))];
  return parts.filter((one) => one.kind === 'values' && one.terms.length + one.conditions.length > 0);
}

type ValuesFacet = Extract<FacetField, { kind: 'values' }>;
const asValues = (facet: FacetField): ValuesFacet => facet as ValuesFacet;

const isExclusion = (filter: PlanFilter): boolean => filter.kind === 'values' && filter.isExcluded;
const termsExcluded = (filter: PlanFilter): readonly number[] => (filter.kind === 'values' && filter.isExcluded ? filter.terms : []);

function planSets(planning: Planning, sets: readonly FacetSet[]): Map<string, PlanSet[]> {
  const byFacet = new Map<string, PlanSet[]>();
  for (const { facet: name, value, ids, key } of sets) {
    const { field } = planning.schema.facets[name]!;
    const list = byFacet.get(name) ?? [];
    list.push({ term: planning.terms.number(field, value), ids, ...(key === undefined ? {} : { key }) });
    byFacet.set(name, list);
  }
  return byFacet;
}

const planSort = (sort: SearchOptions['sort'] = { by: 'relevance' }): SearchPlan['sort'] =>
  sort.by === 'relevance' ? sort : { by: 'number', field: sort.field, descending: sort.order === 'desc' };

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
  checkSearch(schema, query, page.take);
  const planning: Planning = { schema, terms, leaves: [] };
  const tree = planNode(planning, query.tree, true);
  const sets = planSets(planning, options.sets ?? []);
  const filters = (options.filters ?? []).flatMap((filter) => planFilter(planning, filter, sets));
  const own = (facet: string): number[] => filters.flatMap((filter, index) => (filter.facet === facet ? [index] : []));
  const chosen = (facet: string): number[] => own(facet).filter((index) => !isExclusion(filters[index]!));
  const filterOf = (name: string) => options.filters?.find((filter) => filter.facet === name && filter.kind === 'values');
  const facets = (options.facets ?? []).map(({ facet: name }): PlanFacet => {
    const facet = asValues(schema.facets[name]!);
    const isAny = matchOf(facet, filterOf(name)) === 'any';
    const excluded = isAny ? own(name).flatMap((index) => termsExcluded(filters[index]!)) : [];
    return {
      facet: name,
      field: facet.field,
      sets: sets.get(name) ?? [],
      without: isAny ? chosen(name) : [],
      excluded: { terms: [...new Set(excluded)], without: own(name) },
    };
  });
  const histograms = (options.histograms ?? []).map(({ facet: name, edges }): PlanHistogram => ({
    facet: name,
    field: schema.facets[name]!.field,
    edges,
    without: own(name),
  }));
  const company = options.scope.companyId;
  return {
    plan: {
      tree,
      owners: company === null || company === 0 ? [0] : [0, company],
      filters,
      sort: planSort(options.sort),
      take: page.take,
      leaves: page.explain ? planning.leaves.length : 0,
      facets,
      histograms,
    },
    leaves: planning.leaves,
  };
}
