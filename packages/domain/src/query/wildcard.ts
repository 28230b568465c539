import type { QueryErrorKey } from './errors.ts';
import { fieldTypes, type QueryField } from './fields.ts';

export const maxProximity = 20;
const shortestBeginning = 2;

export const hasWords = (field: QueryField): boolean => !['location', 'folder'].includes(fieldTypes[field].suggest) && field !== 'comment';

interface Words {
  field: QueryField;
  text: string;
  suggestion_id?: string | undefined;
  proximity?: number | undefined;
}

/** `"a b"~3`. Names match in any order anyway. */
export const isProximity = ({ field, text, proximity = 0 }: Words): boolean =>
  hasWords(field) && field !== 'name' && /\S\s+\S/.test(text) && Number.isInteger(proximity) && proximity >= 1 && proximity <= maxProximity;

/** `devel*`, unless the text is the name of a reference entry. */
export const isWildcard = ({ field, text, suggestion_id }: Words): boolean =>
  hasWords(field) && suggestion_id === undefined && /[\p{L}\p{N}]\*$/u.test(text);

/** Every word of a name may end in a star: `mart* wagn*`. */
const inName = (text: string): string => text.replaceAll(/(?<=[\p{L}\p{N}]{2})\*(?=\s)/gu, ' ');

/** At least two characters before the star. `offset`: position of the error. */
export function wildcardFault({ text: whole, ...rest }: Words): { key: QueryErrorKey; offset: number } | undefined {
  const term = { ...rest, text: rest.field === 'name' ? inName(whole) : whole };
  const offset = term.text.indexOf('*');
  if (offset < 0 || term.suggestion_id !== undefined) return undefined;
  if (!hasWords(term.field)) return { key: 'query_wildcard_field', offset };
  if (term.proximity !== undefined) return { key: 'query_wildcard_near', offset };
  if (offset < term.text.length - 1 && !/^\*+$/.test(term.text)) return { key: 'query_wildcard_place', offset };
  const last = /[^\s*]*(?=\*+$)/.exec(term.text)?.[0] ?? '';
  return last.replace(/[^\p{L}\p{N}]/gu, '').length < shortestBeginning ? { key: 'query_wildcard_short', offset } : undefined;
}
