import type { Suggestion } from '@headwater/contract/search';
import { excludedWords } from '@headwater/domain/query/signs';
import { normalise } from '@headwater/domain/text/tokenize';

/** As names are compared: as words of a search, without spaces and signs, but for those that tell C from C++ and C#. */
const keyOf = (text: string) => normalise(text).replace(/[^\p{L}\p{N}+#&*]/gu, '');

/** What was typed into an editor of chips, without the sign that excludes. */
export const typedWords = (text: string) => (excludedWords(text) ?? text).trim();

/** Texts that are meant to the letter: in quotes, or with a star for however a word ends. */
export const isLiteral = (text: string) => /["*]/.test(text);

/**
 * The suggestion that Enter takes: what is called just so, else the first that begins so and has people. Undefined where only a word
 * inside begins so or a mistake was forgiven: then Enter searches for what was typed.
 */
export function bestSuggestion(options: readonly Suggestion[], text: string): Suggestion | undefined {
  const typed = keyOf(typedWords(text));
  if (typed === '' || isLiteral(text)) return undefined;
  return (
    options.find((option) => option.is_exact) ??
    options.find(({ name, suggested_word: word, count }) => count !== 0 && [name, word].some((known) => keyOf(known).startsWith(typed)))
  );
}

/** What is worth offering: where somebody has people, those that nobody has and that are not called just so only take up room. */
export function worthOffering(options: readonly Suggestion[]): Suggestion[] {
  const hasPeople = options.some(({ count }) => count !== 0);
  return options.filter(({ count, is_exact: isExact }) => !hasPeople || count !== 0 || isExact);
}
