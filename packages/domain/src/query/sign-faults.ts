import { invisibleCharacters } from '../text/invisible.ts';
import type { QueryErrorKey } from './errors.ts';
import { plainSigns } from './signs.ts';

const blank = new RegExp(`[\\s${invisibleCharacters}]`, 'u');
/** White space, or a character without width, which parts no word but may precede one. */
export const isBlank = (letter: string): boolean => blank.test(letter);

export interface SignFault {
  key: QueryErrorKey;
  offset: number;
  parts: { sign: string };
}

/** Signs that mean something elsewhere: must (+), fuzzy (~), weight (^), any letter (?), comparisons. Numbers of phones begin with +. */
const strange = /^[+&](?=[^\d\s])|^[~^]|[~^]\d*$|(?<=[\p{L}\p{N}])\?(?=[\p{L}\p{N}])|[<>]/u;

/** What an unquoted word of boolean text has wrong in its signs. Nothing is left out: people may not see that it was. */
export function signFault(words: string): SignFault | undefined {
  const word = plainSigns(words);
  if (!/[\p{L}\p{N}*]/u.test(word)) return { key: 'query_sign_alone', offset: 0, parts: { sign: words.slice(0, 20) } };
  const found = strange.exec(word);
  // An address may hold a question mark.
  if (!found || (found[0] === '?' && word.includes('/'))) return undefined;
  return { key: 'query_sign_unknown', offset: found.index, parts: { sign: found[0].slice(0, 1) } };
}
