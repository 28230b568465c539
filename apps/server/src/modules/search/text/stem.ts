import { createRequire } from 'node:module';
import { createLru } from '@headwater/domain/lru';

interface Snowball {
  newStemmer(language: string): { stem(word: string): string };
}

// The package has no types.
const snowball = createRequire(import.meta.url)('snowball-stemmers') as Snowball;
const english = snowball.newStemmer('english');
const russian = snowball.newStemmer('russian');
const latin = /^[a-z]+$/;
const cyrillic = /^[а-я]+$/;

const known = createLru<string, string>(20_000);

function cut(word: string): string {
  if (latin.test(word)) return english.stem(word) || word;
  if (cyrillic.test(word)) return russian.stem(word) || word;
  return word;
}

/** Technology names (c++, node.js, k8s) stay unchanged. */
export function stem(word: string): string {
  const cached = known.get(word);
  if (cached !== undefined) return cached;
  const made = cut(word);
  known.set(word, made);
  return made;
}
