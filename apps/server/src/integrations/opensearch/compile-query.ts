import { tokenize } from '@headwater/domain/text/tokenize';
import { type LeafNode, pointsOf } from '#modules/search/engine/check-query.ts';
import type { Match, QueryNode } from '#modules/search/port.ts';
import type { SearchSchema } from '#modules/search/schema.ts';
import { beginningOfForm } from '#modules/search/text/forms.ts';
import { storedForm } from './document.ts';
import type { Json } from './mapping.ts';
import { storeValue } from './values.ts';

/** Query tree with the clause of each leaf, for the request and for `why`. */
export type Compiled =
  | { op: 'all' }
  | { op: 'leaf'; number: number; clause: Json; points: number; shown?: Match }
  | { op: 'and' | 'or' | 'any'; of: readonly Compiled[] }
  | { op: 'not'; of: Compiled }
  | { op: 'prefer'; of: Compiled; preferred: readonly Compiled[] };

export const nothing: Json = { match_none: {} };
const all: Json = { match_all: {} };

export const boolOf = (kind: 'filter' | 'must' | 'must_not', clauses: readonly Json[]): Json => ({ bool: { [kind]: clauses } });
export const anyOf = (clauses: readonly Json[]): Json =>
  clauses.length === 0 ? nothing : clauses.length === 1 ? clauses[0]! : { bool: { should: clauses, minimum_should_match: 1 } };
export const allOf = (clauses: readonly Json[]): Json =>
  clauses.length === 0 ? all : clauses.length === 1 ? clauses[0]! : boolOf('filter', clauses);

export const termClause = (schema: SearchSchema, field: string, value: string): Json => ({
  term: { [`t.${field}`]: schema.terms[field]?.lookup ? value : storeValue(value) },
});
export const idsClause = (ids: Uint32Array): Json => ({ terms: { id: [...ids] } });

/** Infinity is no JSON number, and the field has 32 bits. */
const bound = (value: number | undefined): number | undefined =>
  value === undefined || !Number.isFinite(value) ? undefined : Math.min(Math.max(value, -(2 ** 31)), 2 ** 31 - 1);

export function rangeClause(field: string, { min, max }: { min?: number | undefined; max?: number | undefined }): Json {
  if (min === Infinity || max === -Infinity) return nothing;
  return { range: { [`n.${field}`]: { gte: bound(min), lte: bound(max) } } };
}

type TextNode = Extract<QueryNode, { op: 'word' | 'phrase' }>;

/** The limit of the embedded engine. */
const mostExpansions = 50_000;

function textClause(schema: SearchSchema, node: TextNode): Json {
  const words = tokenize(node.text);
  const kind = schema.texts[node.field]!.form;
  const last = words.at(-1);
  if (last === undefined) return nothing;
  const isForm = node.mode === 'stem' || (node.mode === 'prefixOfForm' && kind === 'name');
  const field = `${isForm ? 'y' : 'x'}.${node.field}`;
  const terms = isForm ? words.map((word) => storedForm(kind, word)) : words;
  if (node.mode === 'prefix' || node.mode === 'prefixOfForm') {
    const beginning = isForm ? (beginningOfForm(kind, last) ?? '') : last;
    if (terms.length === 1) return { prefix: { [field]: beginning } };
    const query = [...terms.slice(0, -1), beginning].join(' ');
    return { match_phrase_prefix: { [field]: { query, max_expansions: mostExpansions } } };
  }
  if (terms.length === 1) return { term: { [field]: terms[0] } };
  const slop = node.op === 'phrase' ? node.slop : 0;
  if (slop === 0) return { match_phrase: { [field]: terms.join(' ') } };
  return { span_near: { clauses: terms.map((term) => ({ span_term: { [field]: term } })), slop, in_order: true } };
}

function leafClause(schema: SearchSchema, node: LeafNode): Json {
  switch (node.op) {
    case 'ids':
      return idsClause(node.ids);
    case 'term':
      return termClause(schema, node.field, node.value);
    case 'range':
      return rangeClause(node.field, node);
    case 'near': {
      const { lat, lon } = node;
      // A negative distance matches nothing here and is an error there.
      if (node.km < 0) return nothing;
      return { geo_distance: { distance: `${node.km}km`, distance_type: 'arc', [`p.${node.field}`]: { lat, lon } } };
    }
    default:
      return textClause(schema, node);
  }
}

function shownLeaf(node: LeafNode, points: number): Match | undefined {
  if (node.op === 'ids' || node.op === 'range') return undefined;
  const text = node.op === 'term' ? node.value : node.op === 'near' ? `${node.km} km` : node.text;
  return { field: node.field, text, points, ...(node.tag === undefined ? {} : { tag: node.tag }) };
}

export function compileQuery(schema: SearchSchema, tree: QueryNode): Compiled {
  let leaves = 0;
  const compile = (node: QueryNode): Compiled => {
    switch (node.op) {
      case 'all':
        return { op: 'all' };
      case 'and':
      case 'or':
      case 'any':
        return { op: node.op, of: node.of.map(compile) };
      case 'not':
        return { op: 'not', of: compile(node.of) };
      case 'prefer':
        return { op: 'prefer', of: compile(node.of), preferred: node.preferred.map(compile) };
      default: {
        const points = pointsOf(schema, node);
        const shown = shownLeaf(node, points);
        return { op: 'leaf', number: leaves++, clause: leafClause(schema, node), points, ...(shown ? { shown } : {}) };
      }
    }
  };
  return compile(tree);
}

const scored = (filter: Json, boost: number, name?: number): Json => ({
  constant_score: { filter, boost, ...(name === undefined ? {} : { _name: String(name) }) },
});

/** Scores are sums of points: `and`, `any` and `prefer` add, `or` takes the best. */
export function scoringQuery(node: Compiled, isNamed: boolean): Json {
  const part = (of: Compiled): Json => scoringQuery(of, isNamed);
  switch (node.op) {
    case 'all':
      return scored(all, 0);
    case 'leaf':
      return scored(node.clause, node.points, isNamed ? node.number : undefined);
    case 'and':
      return node.of.length === 0 ? scored(all, 0) : boolOf('must', node.of.map(part));
    case 'or':
      return node.of.length === 0 ? nothing : { dis_max: { queries: node.of.map(part), tie_breaker: 0 } };
    case 'any':
      return anyOf(node.of.map(part));
    case 'not':
      return scored(boolOf('must_not', [part(node.of)]), 0);
    default:
      return { bool: { must: [part(node.of)], should: node.preferred.map(part) } };
  }
}

export function filterQuery(node: Compiled): Json {
  switch (node.op) {
    case 'all':
      return all;
    case 'leaf':
      return node.clause;
    case 'and':
      return allOf(node.of.map(filterQuery));
    case 'or':
    case 'any':
      return anyOf(node.of.map(filterQuery));
    case 'not':
      return boolOf('must_not', [filterQuery(node.of)]);
    default:
      return filterQuery(node.of);
  }
}

function matches(node: Compiled, matched: ReadonlySet<number>): boolean {
  const holds = (part: Compiled): boolean => matches(part, matched);
  switch (node.op) {
    case 'all':
      return true;
    case 'leaf':
      return matched.has(node.number);
    case 'and':
      return node.of.every(holds);
    case 'or':
    case 'any':
      return node.of.some(holds);
    case 'not':
      return !holds(node.of);
    default:
      return holds(node.of);
  }
}

/** A leaf counts only if all parts around it match. */
export function explainHit(node: Compiled, matched: ReadonlySet<number>): Match[] {
  if (node.op === 'all' || node.op === 'not' || !matches(node, matched)) return [];
  if (node.op === 'leaf') return node.shown ? [node.shown] : [];
  const parts = node.op === 'prefer' ? [node.of, ...node.preferred] : node.of;
  return parts.flatMap((part) => explainHit(part, matched));
}
