import type { TextField } from '../schema.ts';
import { stem } from './stem.ts';
import { nameKey } from './name-key.ts';

const kept = 200_000;
const caches = { stem: new Map<string, string>(), name: new Map<string, string>() };
const makers = { stem, name: nameKey };

/** The second form of a word in a field: its stem or its name key. */
export function formOf(kind: TextField['form'], word: string): string {
  const cache = caches[kind];
  const known = cache.get(word);
  if (known !== undefined) return known;
  if (cache.size >= kept) cache.clear();
  const form = makers[kind](word);
  cache.set(word, form);
  return form;
}
