import type { QueryErrorKey } from './errors.ts';
import { invisibleCharacters } from '../text/invisible.ts';

/** Dashes of word processors and other keyboards, which people copy for a minus. */
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const fullWidth = /[\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff5e]/g;

/** The text with its signs as a plain keyboard has them, each at its place: a dash is a minus, a full-width bracket a bracket. */
export const plainSigns = (text: string): string =>
  text.replace(dashes, '-').replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

const blank = new RegExp(`[\\s${invisibleCharacters}]`, 'u');
/** White space, or a character without width, which parts no word but may precede one. */
export const isBlank = (letter: string): boolean => blank.test(letter);

const typedMinus = new RegExp(`^[\\s${invisibleCharacters}]*-(?<words>.*)$`, 'su');

/** The words behind the minus in front of a typed text; undefined if it has no minus. */
export function excludedWords(text: string): string | undefined {
  const words = typedMinus.exec(plainSigns(text))?.groups?.['words'];
  return words === undefined ? undefined : text.slice(text.length - words.length);
}

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
