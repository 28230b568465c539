import type { Suggestion } from '@headwater/contract/search';

export const isLiteral = (text: string) => /["*]/.test(text);

/** An exact match, else the first prefix match with people. Undefined: Enter uses the text. */
export function bestSuggestion(options: readonly Suggestion[], text: string): Suggestion | undefined {
  if (isLiteral(text)) return undefined;
  return options.find((option) => option.is_exact) ?? options.find((option) => option.is_beginning && option.count !== 0);
}

/** Drops suggestions without people, except exact matches, if others have people. */
export function dropEmptySuggestions(options: readonly Suggestion[]): Suggestion[] {
  const hasPeople = options.some(({ count }) => count !== 0);
  return options.filter(({ count, is_exact: isExact }) => !hasPeople || count !== 0 || isExact);
}
