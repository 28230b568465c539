import { formatQueryText } from './query-text.ts';
import { applied, canonicalQuery, type QueryEntity, type TermData, termsOf } from './term.ts';
import { type QueryTree, treeOf, withoutTerms } from './tree.ts';

export interface QueryPart {
  /** As boolean text. */
  text: string;
  /** Indexes of its terms in the canonical query. */
  numbers: number[];
  /** The query without this part. */
  rest: QueryEntity[];
}

const operator = (name: 'AND' | 'OR' | 'NOT'): QueryEntity => ({ type: 'OPERATOR', operator: name });
const bracketed = (entities: QueryEntity[]): QueryEntity[] =>
  entities.length === 1 ? entities : [{ type: 'PAREN', side: 'open' }, ...entities, { type: 'PAREN', side: 'close' }];

function entitiesOf(tree: QueryTree): QueryEntity[] {
  if (tree.op === 'term') return [applied(tree.term)];
  if (tree.op === 'ai') return [{ type: 'AI', text: tree.text }];
  if (tree.op === 'not') return [operator('NOT'), ...bracketed(entitiesOf(tree.of))];
  const of = tree.of.map((part) => (part.op === 'and' || part.op === 'or' ? bracketed(entitiesOf(part)) : entitiesOf(part)));
  return of.flatMap((part, at) => (at === 0 ? part : [operator(tree.op === 'and' ? 'AND' : 'OR'), ...part]));
}

function termsIn(tree: QueryTree): TermData[] {
  if (tree.op === 'term') return [tree.term];
  if (tree.op === 'ai') return [];
  return tree.op === 'not' ? termsIn(tree.of) : tree.of.flatMap(termsIn);
}

const conditionsOf = (tree: QueryTree): QueryTree[] => (tree.op === 'and' ? tree.of.flatMap(conditionsOf) : [tree]);

/** Conditions that must all match, each of which can be removed. */
export function partsOfQuery(query: readonly QueryEntity[]): QueryPart[] {
  const entities = canonicalQuery(query);
  const read = treeOf(entities);
  const tree = read.ok ? read.value : undefined;
  if (!tree) return [];
  const all = termsOf(entities);
  return conditionsOf(tree).flatMap((part) => {
    const terms = new Set(termsIn(part));
    if (terms.size === 0) return [];
    const rest = withoutTerms(tree, terms);
    return [
      {
        text: formatQueryText(canonicalQuery(entitiesOf(part))),
        numbers: [...terms].map((term) => all.indexOf(term)),
        rest: rest ? canonicalQuery(entitiesOf(rest)) : [],
      },
    ];
  });
}
