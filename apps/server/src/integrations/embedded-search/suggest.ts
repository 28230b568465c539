import type { FacetCount, SuggestRequest } from '#modules/search/port.ts';
import type { Generation } from './generation.ts';
import { wordStarts } from './results.ts';
import type { Terms } from './terms.ts';
import { normalise } from '#modules/search/text/tokenize.ts';

interface Start {
  text: string;
  term: number;
}

interface FieldStarts {
  sorted: Start[];
  /** Came after the last sorting: few, looked through one by one. */
  recent: Start[];
  taken: number;
  /** Documents of each term when last asked, to choose among very many. */
  popularity: Uint32Array;
}

const mostRecent = 500;
const mostCounted = 200;
const before = (a: Start, b: Start): number => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.term - b.term);

export interface Suggester {
  suggest(request: SuggestRequest, owners: readonly number[]): Promise<FacetCount[]>;
}

/** Values of a term field by the beginning of any of their words, the most frequent in the scope first (ties: by value). */
export function createSuggester(terms: Terms, generation: Generation): Suggester {
  const fields = new Map<string, FieldStarts>();
  const count = (field: string, list: readonly number[], owners: readonly number[]): Promise<Uint32Array> =>
    generation.count(field, Uint32Array.from(list), owners);
  return {
    async suggest({ field, prefix, limit = 10 }, owners) {
      const starts = fields.get(field) ?? { sorted: [], recent: [], taken: 0, popularity: new Uint32Array(0) };
      fields.set(field, starts);
      take(starts, field, terms);
      const wanted = normalise(prefix).trim();
      let found = [...new Set(matching(starts, wanted))];
      if (found.length > mostCounted) {
        if (starts.popularity.length === 0) starts.popularity = await count(field, [...Array(terms.size(field)).keys()], [0]);
        const rank = (term: number): number => starts.popularity[term] ?? Infinity;
        found = found.toSorted((a, b) => rank(b) - rank(a) || a - b).slice(0, mostCounted);
      }
      const counts = await count(field, found, owners);
      return found
        .map((term, index) => ({ value: terms.value(field, term), count: counts[index]! }))
        .filter((one) => one.count > 0)
        .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
        .slice(0, Math.min(limit, 100));
    },
  };
}

function take(starts: FieldStarts, field: string, terms: Terms): void {
  for (const value of terms.since(field, starts.taken)) {
    const term = starts.taken++;
    for (const text of wordStarts(value)) starts.recent.push({ text, term });
  }
  if (starts.recent.length <= mostRecent) return;
  starts.sorted = [...starts.sorted, ...starts.recent].toSorted(before);
  starts.recent = [];
}

function matching({ sorted, recent }: FieldStarts, prefix: string): number[] {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]!.text < prefix) low = middle + 1;
    else high = middle;
  }
  const found: number[] = [];
  for (let at = low; at < sorted.length && sorted[at]!.text.startsWith(prefix); at++) found.push(sorted[at]!.term);
  for (const { text, term } of recent) if (text.startsWith(prefix)) found.push(term);
  return found;
}
