import { wordStarts } from '#modules/search/engine/word-starts.ts';
import { normalise } from '@headwater/domain/text/tokenize';

/**
 * A stored value is the value, NUL, and its normal form with a mark before each word. Values sort
 * as written, and one regular expression finds them by the beginning of any word.
 */
const separator = '\u0000';
const mark = '\u0001';

/** Lucene takes at most 32,766 bytes a term; longer values are cut. */
const longestValue = 2_000;
/** Longer values are found whole only. */
const longestSearched = 500;
const longestPrefix = 200;

export function storeValue(value: string): string {
  const cut = value.slice(0, longestValue);
  return cut.length > longestSearched ? `${cut}${separator}` : `${cut}${separator}${markWords(cut)}`;
}

export const readValue = (stored: string): string => stored.slice(0, stored.indexOf(separator));

function markWords(value: string): string {
  const text = normalise(value);
  const starts = wordStarts(value).map((start) => text.length - start.length);
  return starts.map((at, index) => `${mark}${text.slice(at, starts[index + 1] ?? text.length)}`).join('');
}

const special = /[^\p{L}\p{N}\p{M}]/u;
const escape = (character: string): string => (special.test(character) ? `\\${character}` : character);

/** Lucene pattern of stored values with a word that begins so; undefined: all values. */
export function patternOfPrefix(prefix: string): string | undefined {
  const text = normalise(prefix).trim().slice(0, longestPrefix);
  if (text === '') return undefined;
  // A beginning of two words has a mark between them.
  return `[^${separator}]*${separator}.*${mark}${[...text].map(escape).join(`${mark}?`)}.*`;
}

export function startsWord(value: string, prefix: string): boolean {
  const start = normalise(prefix).trim();
  return start === '' || wordStarts(value).some((text) => text.startsWith(start));
}
