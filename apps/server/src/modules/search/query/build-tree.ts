import type { TermData } from '@headwater/domain/query/term';
import type { QueryTree } from '@headwater/domain/query/tree';
import { everything, type QueryNode } from '../port.ts';
import { termNode } from './term-nodes.ts';

export interface TermIds {
  ids: Uint32Array;
  inAddition: boolean;
}

export interface TreeInput {
  tree: QueryTree | undefined;
  /** A term's index is its tag. */
  terms: readonly TermData[];
  companyIds: ReadonlyMap<TermData, TermIds>;
}

/** Skips AI parts. */
export function buildTree({ tree, terms, companyIds }: TreeInput): QueryNode {
  const leaf = (term: TermData): QueryNode => {
    const tag = String(terms.indexOf(term));
    const own = companyIds.get(term);
    const ids: QueryNode[] = own ? [{ op: 'ids', ids: own.ids }] : [];
    const node: QueryNode = own?.inAddition === false ? { op: 'or', of: ids } : { op: 'or', of: [termNode(term, tag), ...ids] };
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
    // `any` ranks people with more of the alternatives first.
    return of.length === 0 ? undefined : { op: part.op === 'or' ? 'any' : part.op, of };
  };
  return (tree && build(tree)) ?? everything;
}
