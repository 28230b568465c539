import type { QueryField } from '@headwater/domain/query/fields';
import { splitPasted } from '@headwater/domain/query/paste';
import { isBareOperator, type TermData, termsOf } from '@headwater/domain/query/term';

export interface Committed {
  terms: TermData[];
  /** A bare AND or OR, which stays in the editor and is marked (SRCH-046, SRCH-047). */
  left: string;
}

/** Parses typed or pasted text: splits lists, a leading minus excludes, quotes group words. */
export function commitText(text: string, field: QueryField): Committed {
  const terms = termsOf(splitPasted(text, field));
  const left = terms.filter((term) => isBareOperator(term.text)).map((term) => term.text);
  return { terms: terms.filter((term) => !isBareOperator(term.text)), left: left.join(' ') };
}

const keyOf = (term: TermData) => `${term.is_excluded ?? false} ${term.suggestion_id ?? ''} ${term.text.toLowerCase()}`;

export function addTerms(terms: readonly TermData[], added: readonly TermData[]): TermData[] {
  const known = new Set(terms.map(keyOf));
  return [...terms, ...added.filter((term) => !known.has(keyOf(term)))];
}

export const isList = (text: string): boolean => /[,;\t\r\n]/.test(text.trim());
