import { type QueryError, type QueryErrorKey, maxDepth, maxTerms, type Parsed } from './errors.ts';
import { shownField } from './fields.ts';
import type { Operator, QueryEntity, TermData } from './term.ts';
import { termFault } from './term.ts';
import type { Placed } from './text-lexer.ts';

/** preferableSkill only raises the rank. */
export type QueryTree =
  | { op: 'term'; term: TermData }
  | { op: 'ai'; text: string }
  | { op: 'and' | 'or'; of: QueryTree[] }
  | { op: 'not'; of: QueryTree };

/**
 * SRCH-015: adjacent terms of one field are alternatives; fields, groups and exclusions must all
 * match.
 */
function combine(parts: readonly QueryTree[]): QueryTree {
  const fields = new Map<string, QueryTree[]>();
  const all: QueryTree[] = [];
  for (const part of parts) {
    if (part.op !== 'term' || part.term.is_excluded || part.term.field === 'skillAll' || part.term.field === 'preferableSkill') {
      all.push(part);
      continue;
    }
    const { field } = part.term;
    const key = shownField(field) === 'location' ? 'location' : field;
    const nodes = fields.get(key);
    if (nodes) nodes.push(part);
    else fields.set(key, [part]);
  }
  for (const terms of fields.values()) all.push(terms.length === 1 ? (terms[0] as QueryTree) : { op: 'or', of: terms });
  return all.length === 1 ? (all[0] as QueryTree) : { op: 'and', of: all };
}

interface Reader {
  tokens: readonly Placed[];
  at: number;
  errors: QueryError[];
}

const fail = (reader: Reader, key: QueryErrorKey, position?: number) => {
  const last = reader.tokens.at(-1);
  reader.errors.push({ key, position: position ?? reader.tokens[reader.at]?.position ?? last?.position ?? 0 });
};

const isOperator = (entity: QueryEntity | undefined, operator: Operator) => entity?.type === 'OPERATOR' && entity.operator === operator;
const isParen = (entity: QueryEntity | undefined, side: 'open' | 'close') => entity?.type === 'PAREN' && entity.side === side;
const peek = (reader: Reader) => reader.tokens[reader.at]?.entity;

function readUnary(reader: Reader, depth: number): QueryTree | undefined {
  const token = reader.tokens[reader.at];
  if (!token) {
    fail(reader, 'query_operator_alone');
    return undefined;
  }
  const { entity, position } = token;
  if (isOperator(entity, 'AND') || isOperator(entity, 'OR')) {
    fail(reader, 'query_operator_alone');
    return undefined;
  }
  if (isParen(entity, 'close')) return undefined;
  reader.at += 1;
  if (isOperator(entity, 'NOT')) {
    if (!peek(reader) || isParen(peek(reader), 'close')) {
      fail(reader, 'query_operator_alone', position);
      return undefined;
    }
    const inner = depth < maxDepth ? readUnary(reader, depth + 1) : (fail(reader, 'query_too_deep', position), undefined);
    return inner && { op: 'not', of: inner };
  }
  if (isParen(entity, 'open')) return readBrackets(reader, depth, position);
  if (entity.type === 'AI') return { op: 'ai', text: entity.text };
  return entity.type === 'TERM' || entity.type === 'APPLIED_TERM' ? { op: 'term', term: entity.data } : undefined;
}

function readBrackets(reader: Reader, depth: number, position: number): QueryTree | undefined {
  if (depth >= maxDepth) {
    fail(reader, 'query_too_deep', position);
    return undefined;
  }
  const parts = readGroup(reader, depth + 1);
  if (isParen(peek(reader), 'close')) reader.at += 1;
  else if (reader.errors.length === 0) fail(reader, 'query_bracket_open', position);
  if (parts.length === 0) {
    if (reader.errors.length === 0) fail(reader, 'query_empty_brackets', position);
    return undefined;
  }
  const inner = combine(parts);
  return inner.op === 'term' ? { op: 'and', of: [inner] } : inner;
}

function readChain(reader: Reader, operator: 'AND' | 'OR', depth: number): QueryTree | undefined {
  const next = () => (operator === 'OR' ? readChain(reader, 'AND', depth) : readUnary(reader, depth));
  const first = next();
  if (!first) return undefined;
  const of = [first];
  while (isOperator(peek(reader), operator)) {
    const { position } = reader.tokens[reader.at] ?? { position: 0 };
    reader.at += 1;
    const right = next();
    if (!right) {
      if (reader.errors.length === 0) fail(reader, 'query_operator_alone', position);
      return undefined;
    }
    of.push(right);
  }
  return of.length === 1 ? first : { op: operator === 'AND' ? 'and' : 'or', of };
}

function readGroup(reader: Reader, depth: number): QueryTree[] {
  const parts: QueryTree[] = [];
  while (reader.at < reader.tokens.length && !isParen(peek(reader), 'close')) {
    const part = readChain(reader, 'OR', depth);
    if (!part) break;
    parts.push(part);
  }
  return parts;
}

/** AND binds tighter than OR; adjacency binds loosest. */
export function readTree(tokens: readonly Placed[]): Parsed<QueryTree | undefined> {
  const errors = tokens.flatMap(({ entity, position }) => {
    const fault = entity.type === 'TERM' || entity.type === 'APPLIED_TERM' ? termFault(entity.data) : undefined;
    return fault ? [{ key: fault.key, ...(fault.parts ? { parts: fault.parts } : {}), position }] : [];
  });
  const terms = tokens.filter(({ entity }) => entity.type === 'TERM' || entity.type === 'APPLIED_TERM' || entity.type === 'AI').length;
  if (terms > maxTerms)
    errors.push({ key: 'query_too_many_terms', position: tokens[maxTerms]?.position ?? 0, parts: { max: String(maxTerms) } });
  const reader: Reader = { tokens, at: 0, errors };
  const parts = readGroup(reader, 0);
  if (reader.errors.length === 0 && reader.at < tokens.length) fail(reader, 'query_bracket_close');
  if (reader.errors.length > 0) return { ok: false, errors: reader.errors };
  return { ok: true, value: parts.length === 0 ? undefined : combine(parts) };
}

export const treeOf = (entities: readonly QueryEntity[]) =>
  readTree(entities.flatMap((entity, position) => (entity.type === 'SPACE' ? [] : [{ entity, position }])));

export function withoutTerms(tree: QueryTree, gone: ReadonlySet<TermData>): QueryTree | undefined {
  if (tree.op === 'ai') return tree;
  if (tree.op === 'term') return gone.has(tree.term) ? undefined : tree;
  if (tree.op === 'not') {
    const inner = withoutTerms(tree.of, gone);
    return inner && { op: 'not', of: inner };
  }
  const of = tree.of.flatMap((part) => withoutTerms(part, gone) ?? []);
  return of.length === 0 ? undefined : { op: tree.op, of };
}
