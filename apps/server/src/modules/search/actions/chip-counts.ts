import { elapsed } from '#platform/clock.ts';
import type { Actor } from '@headwater/domain/roles';
import { FieldErrors } from '#platform/errors.ts';
import type { SearchRequest } from '../query/prepare-search.ts';
import { parallelSearches, readySearch, runSearch, type SearchContext } from './run-search.ts';

interface ChipCountInput {
  request: SearchRequest;
  /** Indexes of the terms of each chip. */
  chips: readonly (readonly number[])[];
  signal?: AbortSignal | undefined;
}

export async function countWithoutChips(context: SearchContext, actor: Actor, { request, chips, signal }: ChipCountInput) {
  const ready = await readySearch(context, actor, { request, ranking: 'relevance', signal });
  const { terms, without } = ready.prepared;
  if (chips.flat().some((index) => index >= terms.length)) throw new FieldErrors({ chips: 'field_invalid' });
  const began = elapsed();
  const trees = [ready.prepared.tree, ...chips.map((chip) => without(new Set(chip.flatMap((index) => terms[index] ?? []))))];
  const counts: number[] = [];
  for (let at = 0; at < trees.length; at += parallelSearches) {
    const found = await Promise.all(
      trees.slice(at, at + parallelSearches).map((tree) => runSearch({ ...ready, prepared: { ...ready.prepared, tree } }, { perPage: 0 })),
    );
    counts.push(...found.map((result) => result.total));
  }
  const [count = 0, ...others] = counts;
  return { count, without: others, took_ms: Math.round((elapsed() - began) * 10) / 10 };
}
