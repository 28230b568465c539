import { shownField } from './fields.ts';
import type { Filters } from './filters.ts';
import type { QueryEntity } from './term.ts';

interface Search {
  query: readonly QueryEntity[];
  filters: Filters;
}

interface Word {
  field: string;
  text: string;
}

const wordsOf = (query: readonly QueryEntity[]): Word[] =>
  query.flatMap((entity) => {
    if (entity.type === 'AI') return [{ field: 'ai', text: entity.text.toLowerCase() }];
    if (entity.type !== 'TERM' && entity.type !== 'APPLIED_TERM') return [];
    return [{ field: shownField(entity.data.field), text: entity.data.text.toLowerCase() }];
  });

const shortest = 2;
const goesOn = (one: Word, other: Word) => {
  const [short, long] = one.text.length < other.text.length ? [one.text, other.text] : [other.text, one.text];
  return one.field === other.field && (short === long || (short.length >= shortest && long.startsWith(short)));
};

/** Compares conditions, also as prefixes while typing; without terms, facets. */
export function isRefinement(one: Search, other: Search): boolean {
  const [left, right] = [wordsOf(one.query), wordsOf(other.query)];
  if (left.some((word) => right.some((otherWord) => goesOn(word, otherWord)))) return true;
  const isBare = left.length === 0 || right.length === 0;
  return isBare && one.filters.some(({ facet }) => other.filters.some((filter) => filter.facet === facet));
}
