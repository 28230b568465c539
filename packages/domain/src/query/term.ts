import type { QueryErrorKey } from './errors.ts';
import type { QueryField } from './fields.ts';
import { fieldTypes } from './fields.ts';
import { locationRanges, skillRanges } from './ranges.ts';
import { isProximity, maxProximity, wildcardFault } from './wildcard.ts';

/** SRCH-027 to SRCH-032. Flags default to false, except `whithSynonym` (misspelt in the API). */
export interface TermData {
  field: QueryField;
  text: string;
  is_excluded?: boolean | undefined;
  is_read_only?: boolean | undefined;
  is_main_skill?: boolean | undefined;
  is_known?: boolean | undefined;
  whithSynonym?: boolean | undefined;
  suggestion_id?: string | undefined;
  skill_range?: number | undefined;
  location_range?: number | undefined;
  proximity?: number | undefined;
}

/** SRCH-026. TERM is being typed, APPLIED_TERM is a chip; SPACE only separates. */
export type QueryEntity =
  | { type: 'TERM' | 'APPLIED_TERM'; data: TermData }
  | { type: 'OPERATOR'; operator: Operator }
  | { type: 'SPACE' }
  | { type: 'PAREN'; side: 'open' | 'close' }
  | { type: 'AI'; text: string };

export type Operator = 'AND' | 'OR' | 'NOT';

/** SRCH-052 */
export const cleanText = (text: string) =>
  text
    .replaceAll('"', "'")
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** `7`, `US.New York`, `RU.Moscow Oblast` */
export const isSuggestionId = (id: string): boolean => /^[^\p{Cc}]{1,100}$/u.test(id) && id.trim() === id;

/** SRCH-046 */
export const isBareOperator = (text: string) => /^(and|or)$/i.test(text.trim());

/** SRCH-051 */
export const quoteTerm = (text: string) => (/\s/.test(cleanText(text)) ? `"${cleanText(text)}"` : cleanText(text));

export function canonicalTerm(term: TermData): TermData {
  const range = term.location_range ?? 0;
  const isPlace = term.field === 'location' || term.field === 'locationRange';
  const field = isPlace ? (range > 0 ? 'locationRange' : 'location') : term.field;
  const isSkill = fieldTypes[field].suggest === 'skill';
  return {
    field,
    text: cleanText(term.text),
    ...(term.is_excluded ? { is_excluded: true } : {}),
    ...(term.is_read_only ? { is_read_only: true } : {}),
    ...(term.is_main_skill && isSkill ? { is_main_skill: true } : {}),
    ...(term.is_known ? { is_known: true } : {}),
    ...(term.whithSynonym === false ? { whithSynonym: false } : {}),
    ...(term.suggestion_id ? { suggestion_id: term.suggestion_id } : {}),
    ...(term.skill_range && isSkill ? { skill_range: term.skill_range } : {}),
    ...(isPlace && range > 0 ? { location_range: range } : {}),
    ...(term.proximity ? { proximity: term.proximity } : {}),
  };
}

export function termFault(term: TermData): { key: QueryErrorKey; parts?: Record<string, string> } | undefined {
  if (isBareOperator(term.text)) return { key: 'query_operator_as_term' };
  if (term.location_range && !(locationRanges as readonly number[]).includes(term.location_range)) {
    return { key: 'query_location_range', parts: { options: locationRanges.join(', ') } };
  }
  if (term.skill_range && !(skillRanges as readonly number[]).includes(term.skill_range)) {
    return { key: 'query_skill_range', parts: { options: skillRanges.join(', ') } };
  }
  if (term.proximity !== undefined && !isProximity(term)) return { key: 'query_proximity', parts: { max: String(maxProximity) } };
  return wildcardFault(term);
}

export const applied = (data: TermData): QueryEntity => ({ type: 'APPLIED_TERM', data: canonicalTerm(data) });

/** SRCH-021 */
export function canonicalQuery(entities: readonly QueryEntity[]): QueryEntity[] {
  const out: QueryEntity[] = [];
  for (const entity of entities) {
    if (entity.type === 'SPACE') continue;
    if (entity.type !== 'TERM' && entity.type !== 'APPLIED_TERM') {
      out.push(entity);
      continue;
    }
    const term = canonicalTerm(entity.data);
    if (term.text === '') continue;
    const before = out.at(-1);
    if (before?.type === 'OPERATOR' && before.operator === 'NOT' && !term.is_excluded)
      out.splice(-1, 1, applied({ ...term, is_excluded: true }));
    else out.push(applied(term));
  }
  return out;
}

export const termsOf = (entities: readonly QueryEntity[]): TermData[] =>
  entities.flatMap((entity) => (entity.type === 'TERM' || entity.type === 'APPLIED_TERM' ? [entity.data] : []));
