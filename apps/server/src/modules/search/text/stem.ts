import { createRequire } from 'node:module';
import { createLru } from '@headwater/domain/lru';

interface Snowball {
  newStemmer(language: string): { stem(word: string): string };
}

// The package carries no types.
const snowball = createRequire(import.meta.url)('snowball-stemmers') as Snowball;
const english = snowball.newStemmer('english');
const russian = snowball.newStemmer('russian');
const latin = /^[a-z]+$/;
const cyrillic = /^[а-я]+$/;

/** A few words make most of every text; with so many kept, a thread spends 2 MB on them. */
const known = createLru<string, string>(20_000);

function cut(word: string): string {
  if (latin.test(word)) return english.stem(word) || word;
  if (cyrillic.test(word)) return russian.stem(word) || word;
  return word;
}

/** Stem of a token by its alphabet; a name of a technology (c++, node.js, k8s) is its own stem. */
export function stem(word: string): string {
  const cached = known.get(word);
  if (cached !== undefined) return cached;
  const made = cut(word);
  known.set(word, made);
  return made;
}
