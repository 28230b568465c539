import { createLru } from '@headwater/domain/lru';
import type { TextField } from '../schema.ts';
import { stem } from './stem.ts';
import { personNameKey } from '@headwater/domain/names/person-name-key';
import { soundKey } from '@headwater/domain/names/sound-key';

const maxCached = 200_000;
const caches = { stem: createLru<string, string>(maxCached), name: createLru<string, string>(maxCached) };
const makers = { stem, name: personNameKey };

/** Undefined for stems, which are no prefixes of longer words. */
export const beginningOfForm = (kind: TextField['form'], beginning: string): string | undefined =>
  // The sound of a final y or j depends on the next character.
  kind === 'name' ? soundKey(beginning.replace(/(?<=..)[yj]$/, '')) : undefined;

export function formOf(kind: TextField['form'], word: string): string {
  const cache = caches[kind];
  const known = cache.get(word);
  if (known !== undefined) return known;
  const form = makers[kind](word);
  cache.set(word, form);
  return form;
}
