import { createLru } from '@headwater/domain/lru';
import type { TextField } from '../schema.ts';
import { stem } from './stem.ts';
import { personNameKey } from '@headwater/domain/names/person-name-key';
import { soundKey } from '@headwater/domain/names/sound-key';

const maxCached = 200_000;
const caches = { stem: createLru<string, string>(maxCached), name: createLru<string, string>(maxCached) };
const makers = { stem, name: personNameKey };

/** What the second forms of the words that begin so begin with; undefined for stems, which are no beginnings. */
export const beginningOfForm = (kind: TextField['form'], beginning: string): string | undefined =>
  // What y or j at the end sounds like depends on the letter that is not typed yet.
  kind === 'name' ? soundKey(beginning.replace(/(?<=..)[yj]$/, '')) : undefined;

/** The second form of a word in a field: its stem or its name key. */
export function formOf(kind: TextField['form'], word: string): string {
  const cache = caches[kind];
  const known = cache.get(word);
  if (known !== undefined) return known;
  const form = makers[kind](word);
  cache.set(word, form);
  return form;
}
