import type { QueryField } from './fields.ts';
import { applied, cleanText, type QueryEntity } from './term.ts';

/** SRCH-053, SRCH-054: a pasted list is split on commas, semicolons, tabs and newlines; a leading minus excludes. Equal terms come once. */
export function splitPasted(text: string, field: QueryField): QueryEntity[] {
  const seen = new Set<string>();
  const terms: QueryEntity[] = [];
  for (const part of text.split(/[,;\t\r\n]+/)) {
    const trimmed = part.trim();
    const isExcluded = trimmed.startsWith('-');
    const words = cleanText(trimmed.slice(isExcluded ? 1 : 0).replace(/^["“”„‟«»](.*)["“”„‟«»]$/s, '$1'));
    const key = `${isExcluded}${words.toLowerCase()}`;
    if (words === '' || seen.has(key)) continue;
    seen.add(key);
    terms.push(applied({ field, text: words, is_excluded: isExcluded }));
  }
  return terms;
}

/** SUGG-006, SUGG-007: a term of more than four words asks for no suggestions, but in boolean mode any length does. */
export const asksSuggestions = (text: string, isBoolean: boolean) =>
  cleanText(text) !== '' && (isBoolean || cleanText(text).split(' ').length <= 4);
