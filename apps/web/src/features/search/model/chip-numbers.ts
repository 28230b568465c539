import { linesOfQuery } from '@headwater/domain/query/query-lines';
import { canonicalQuery, type QueryEntity, type TermData, termsOf } from '@headwater/domain/query/term';
import { chipGroups } from './lines.ts';

const keyOf = (term: TermData) => JSON.stringify(Object.entries(term).toSorted());

/** Chips of a query in form order, with the indexes of their terms in the query. */
export function chipNumbers(query: readonly QueryEntity[]): { terms: TermData[]; numbers: number[] }[] {
  const places = new Map<string, number[]>();
  for (const [number, term] of termsOf(canonicalQuery(query)).entries())
    places.set(keyOf(term), [...(places.get(keyOf(term)) ?? []), number]);
  const groups = (linesOfQuery(query) ?? []).flatMap((line) => chipGroups(line.terms));
  return groups.map(({ main, others }) => {
    const terms = [main, ...others];
    return { terms, numbers: terms.flatMap((term) => places.get(keyOf(term))?.shift() ?? []) };
  });
}

/** Index of the chip with exactly these terms, or -1. */
export const placeOfChip = (chips: readonly { terms: readonly TermData[] }[], terms: readonly TermData[]): number =>
  chips.findIndex(
    (chip) => chip.terms.length === terms.length && chip.terms.every((term, index) => keyOf(term) === keyOf(terms[index] as TermData)),
  );
