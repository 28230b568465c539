import type { Suggestion } from '@headwater/contract/search';
import { excludedWords } from '@headwater/domain/query/signs';
import { normalise } from '@headwater/domain/text/tokenize';

/**
 * Comparison key: normalised, without spaces and signs, except those that distinguish C from C++
 * and C#.
 */
const keyOf = (text: string) => normalise(text).replace(/[^\p{L}\p{N}+#&*]/gu, '');

/** Text of a chip editor without the exclusion sign. */
export const typedWords = (text: string) => (excludedWords(text) ?? text).trim();

/** Literal texts: quoted, or with a wildcard. */
export const isLiteral = (text: string) => /["*]/.test(text);

/**
 * The suggestion that Enter selects: an exact match, else the first one that starts with the text
 * and has people. Otherwise undefined, and Enter searches for the text.
 */
export function bestSuggestion(options: readonly Suggestion[], text: string): Suggestion | undefined {
  const typed = keyOf(typedWords(text));
  if (typed === '' || isLiteral(text)) return undefined;
  return (
    options.find((option) => option.is_exact) ??
    options.find(({ name, suggested_word: word, count }) => count !== 0 && [name, word].some((known) => keyOf(known).startsWith(typed)))
  );
}

/** Drops suggestions without people, except exact matches, if others have people. */
export function worthOffering(options: readonly Suggestion[]): Suggestion[] {
  const hasPeople = options.some(({ count }) => count !== 0);
  return options.filter(({ count, is_exact: isExact }) => !hasPeople || count !== 0 || isExact);
}
