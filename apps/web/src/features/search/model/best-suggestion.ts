import type { Suggestion } from '@headwater/contract/search';
import { excludedWords } from '@headwater/domain/query/signs';
import { normalise } from '@headwater/domain/text/tokenize';

/** Keeps the signs that distinguish C from C++ and C#. */
const keyOf = (text: string) => normalise(text).replace(/[^\p{L}\p{N}+#&*]/gu, '');

/** Text of a chip editor without the exclusion sign. */
export const typedWords = (text: string) => (excludedWords(text) ?? text).trim();

export const isLiteral = (text: string) => /["*]/.test(text);

/** An exact match, else the first prefix match with people. Undefined: Enter uses the text. */
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
