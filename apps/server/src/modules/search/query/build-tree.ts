import type { TermData } from '@headwater/domain/query/term';
import type { QueryTree } from '@headwater/domain/query/tree';
import { everything, type QueryNode } from '../port.ts';
import { termNode } from './term-nodes.ts';

/** Ids of profiles for a term on what belongs to the company: its comments, its vacancies, contacts it added. */
export interface TermIds {
  ids: Uint32Array;
  /** The set stands beside what the index knows, not in its place. */
  besides: boolean;
}

export interface TreeInput {
  tree: QueryTree | undefined;
  /** Terms in the order of the query: the tag of a term is its index here. */
  terms: readonly TermData[];
  companyIds: ReadonlyMap<TermData, TermIds>;
}

/** The query as the engine takes it. Parts that no engine of ours understands (AI) are left out, wherever they stand. */
export function buildTree({ tree, terms, companyIds }: TreeInput): QueryNode {
  const leaf = (term: TermData): QueryNode => {
    const tag = String(terms.indexOf(term));
    const own = companyIds.get(term);
    const ids: QueryNode[] = own ? [{ op: 'ids', ids: own.ids }] : [];
    const node: QueryNode = own?.besides === false ? { op: 'or', of: ids } : { op: 'or', of: [termNode(term, tag), ...ids] };
    const plain = node.of.length === 1 ? (node.of[0] as QueryNode) : node;
    return term.is_excluded ? { op: 'not', of: plain } : plain;
  };
  const build = (part: QueryTree): QueryNode | undefined => {
    if (part.op === 'term') return leaf(part.term);
    if (part.op === 'ai') return undefined;
    if (part.op === 'not') {
      const inner = build(part.of);
      return inner && { op: 'not', of: inner };
    }
    const of = part.of.flatMap((one) => build(one) ?? []);
    // "Any of these": whoever has more of them comes first.
    return of.length === 0 ? undefined : { op: part.op === 'or' ? 'any' : part.op, of };
  };
  return (tree && build(tree)) ?? everything;
}
