import { invisibleCharacters } from '../text/invisible.ts';
import type { QueryErrorKey } from './errors.ts';
import { plainSigns } from './signs.ts';

const blank = new RegExp(`[\\s${invisibleCharacters}]`, 'u');
export const isBlank = (letter: string): boolean => blank.test(letter);

export interface SignFault {
  key: QueryErrorKey;
  offset: number;
  parts: { sign: string };
}

/** Must (+), fuzzy (~), weight (^), wildcard (?), comparisons. Phone numbers start with +. */
const strange = /^[+&](?=[^\d\s])|^[~^]|[~^]\d*$|(?<=[\p{L}\p{N}])\?(?=[\p{L}\p{N}])|[<>]/u;

/** Reported, as silently ignored signs would mislead. */
export function signFault(words: string): SignFault | undefined {
  const word = plainSigns(words);
  if (!/[\p{L}\p{N}*]/u.test(word)) return { key: 'query_sign_alone', offset: 0, parts: { sign: words.slice(0, 20) } };
  const found = strange.exec(word);
  // A URL may contain a question mark.
  if (!found || (found[0] === '?' && word.includes('/'))) return undefined;
  return { key: 'query_sign_unknown', offset: found.index, parts: { sign: found[0].slice(0, 1) } };
}
