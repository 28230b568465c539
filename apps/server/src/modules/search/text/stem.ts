import { createRequire } from 'node:module';

interface Snowball {
  newStemmer(language: string): { stem(word: string): string };
}

// The package carries no types.
const snowball = createRequire(import.meta.url)('snowball-stemmers') as Snowball;
const english = snowball.newStemmer('english');
const russian = snowball.newStemmer('russian');
const latin = /^[a-z]+$/;
const cyrillic = /^[а-я]+$/;

/** Stem of a token by its alphabet; a name of a technology (c++, node.js, k8s) is its own stem. */
export function stem(word: string): string {
  if (latin.test(word)) return english.stem(word) || word;
  if (cyrillic.test(word)) return russian.stem(word) || word;
  return word;
}
