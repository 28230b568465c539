import { setImmediate as breathe } from 'node:timers/promises';
import { wordStarts } from '#modules/search/engine/word-starts.ts';
import type { FacetCount, SuggestRequest } from '#modules/search/port.ts';
import type { Generation } from './generation.ts';
import type { Ordinals } from '../format/ordinals.ts';
import { normalise } from '@headwater/domain/text/tokenize';

interface Start {
  text: string;
  term: number;
}

interface FieldStarts {
  /** Sorted runs, each small enough to sort between two requests. */
  runs: Start[][];
  taken: number;
  popularity: Uint32Array;
  taking: Promise<void>;
}

const longestRun = 2_000;
const mostCounted = 200;

export interface Suggester {
  starting(field: string, prefix: string): Promise<number[]>;
  suggest(request: SuggestRequest, owners: readonly number[]): Promise<FacetCount[]>;
}

export function createSuggester(terms: Ordinals, generation: () => Generation): Suggester {
  const fields = new Map<string, FieldStarts>();
  const startsOf = (field: string): FieldStarts => {
    const known = fields.get(field);
    if (known) return known;
    const made: FieldStarts = { runs: [], taken: 0, popularity: new Uint32Array(0), taking: Promise.resolve() };
    fields.set(field, made);
    return made;
  };
  const popular = async (field: string, starts: FieldStarts, found: readonly number[]): Promise<number[]> => {
    if (starts.popularity.length === 0) {
      starts.popularity = await generation().count(
        field,
        Uint32Array.from({ length: terms.size(field) }, (_, term) => term),
        'all',
      );
    }
    // Newer terms have no count yet, so they are included.
    const ranks = Uint32Array.from(found, (term) => starts.popularity[term] ?? 0xffffffff);
    const least = ranks.toSorted().at(-mostCounted) ?? 0;
    const above = found.filter((_, index) => ranks[index]! > least);
    const equal = found.filter((_, index) => ranks[index] === least);
    return [...above, ...equal.slice(0, mostCounted - above.length)];
  };
  const starting = async (field: string, prefix: string): Promise<number[]> => {
    const starts = startsOf(field);
    starts.taking = starts.taking.then(() => take(starts, field, terms));
    await starts.taking;
    return [...new Set(matching(starts.runs, normalise(prefix).trim()))];
  };
  return {
    starting,
    async suggest({ field, prefix, limit = 10 }, owners) {
      const all = await starting(field, prefix);
      const found = all.length > mostCounted ? await popular(field, startsOf(field), all) : all;
      const counts = await generation().count(field, Uint32Array.from(found), owners);
      return found
        .map((term, index) => ({ value: terms.value(field, term), count: counts[index]! }))
        .filter((one) => one.count > 0)
        .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
        .slice(0, Math.min(limit, 100));
    },
  };
}

/** Adds new values in small steps, because there may be hundreds of thousands and requests wait. */
async function take(starts: FieldStarts, field: string, terms: Ordinals): Promise<void> {
  while (starts.taken < terms.size(field)) {
    const last = starts.runs.at(-1);
    const run = last && last.length < longestRun ? last : [];
    if (run !== last) starts.runs.push(run);
    for (; run.length < longestRun && starts.taken < terms.size(field); starts.taken++) {
      for (const text of wordStarts(terms.value(field, starts.taken))) run.push({ text, term: starts.taken });
    }
    run.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.term - b.term));
    await breathe();
  }
}

function matching(runs: readonly Start[][], prefix: string): number[] {
  const found: number[] = [];
  for (const run of runs) {
    let low = 0;
    let high = run.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (run[middle]!.text < prefix) low = middle + 1;
      else high = middle;
    }
    for (let at = low; at < run.length && run[at]!.text.startsWith(prefix); at++) found.push(run[at]!.term);
  }
  return found;
}
