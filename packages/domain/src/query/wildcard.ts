import type { QueryErrorKey } from './errors.ts';
import { fieldTypes, type QueryField } from './fields.ts';

export const maxProximity = 20;
const shortestBeginning = 2;

/** Fields whose words are searched: there a star and a distance between words mean something. */
export const hasWords = (field: QueryField): boolean => !['location', 'folder'].includes(fieldTypes[field].suggest) && field !== 'comment';

interface Words {
  field: QueryField;
  text: string;
  suggestion_id?: string | undefined;
  proximity?: number | undefined;
}

/** `"a b"~3`: two words or more in a field of words, but a name is matched in any order already. */
export const isProximity = ({ field, text, proximity = 0 }: Words): boolean =>
  hasWords(field) && field !== 'name' && /\S\s+\S/.test(text) && Number.isInteger(proximity) && proximity >= 1 && proximity <= maxProximity;

/** `devel*`: whatever begins so. An entry of the reference lists that has a star in its name is no wildcard. */
export const isWildcard = ({ field, text, suggestion_id }: Words): boolean =>
  hasWords(field) && suggestion_id === undefined && /[\p{L}\p{N}]\*$/u.test(text);

/** A star may end the text, behind two letters of its last word. `offset`: where in the text the fault is. */
export function wildcardFault(term: Words): { key: QueryErrorKey; offset: number } | undefined {
  const offset = term.text.indexOf('*');
  if (offset < 0 || term.suggestion_id !== undefined) return undefined;
  if (!hasWords(term.field)) return { key: 'query_wildcard_field', offset };
  if (term.proximity !== undefined) return { key: 'query_wildcard_near', offset };
  if (offset < term.text.length - 1 && !/^\*+$/.test(term.text)) return { key: 'query_wildcard_place', offset };
  const last = /[^\s*]*(?=\*+$)/.exec(term.text)?.[0] ?? '';
  return last.replace(/[^\p{L}\p{N}]/gu, '').length < shortestBeginning ? { key: 'query_wildcard_short', offset } : undefined;
}
