import type { Suggestion } from '@headwater/contract/search';

export const isLiteral = (text: string) => /["*]/.test(text);

const spellings = ({ name, suggested_word: word, synonyms, variants }: Suggestion) => [name, word, ...synonyms, ...variants];

/** Suggestions for a misspelt word contain it nowhere. Short words are too often names of their own. */
function isMisspelt(options: readonly Suggestion[], text: string): boolean {
  const typed = text.replace(/^-/, '').trim().toLowerCase();
  return typed.length > 4 && options.every((option) => spellings(option).every((one) => !one.toLowerCase().includes(typed)));
}

/**
 * An exact match, else the first prefix match with people, else the first correction of a misspelt
 * word. Undefined: Enter uses the text.
 */
export function bestSuggestion(options: readonly Suggestion[], text: string): Suggestion | undefined {
  if (isLiteral(text)) return undefined;
  const best = options.find((option) => option.is_exact) ?? options.find((option) => option.is_beginning && option.count !== 0);
  return best ?? (isMisspelt(options, text) ? options.find((option) => option.count !== 0) : undefined);
}

/** Drops suggestions without people, except exact matches, if others have people. */
export function dropEmptySuggestions(options: readonly Suggestion[]): Suggestion[] {
  const hasPeople = options.some(({ count }) => count !== 0);
  return options.filter(({ count, is_exact: isExact }) => !hasPeople || count !== 0 || isExact);
}
