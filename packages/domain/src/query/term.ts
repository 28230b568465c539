import type { QueryErrorKey } from './errors.ts';
import type { QueryField } from './fields.ts';
import { fieldTypes } from './fields.ts';
import { locationRanges, skillRanges } from './ranges.ts';
import { isProximity, maxProximity, wildcardFault } from './wildcard.ts';

/** SRCH-027 to SRCH-032: one condition. An absent flag is false, but `whithSynonym` (spelt so on the wire), which is true. */
export interface TermData {
  field: QueryField;
  text: string;
  is_excluded?: boolean | undefined;
  is_read_only?: boolean | undefined;
  is_main_skill?: boolean | undefined;
  /** The text is a name of our reference lists. */
  is_known?: boolean | undefined;
  whithSynonym?: boolean | undefined;
  suggestion_id?: string | undefined;
  /** Years of use of a main skill, from. */
  skill_range?: number | undefined;
  /** Kilometres around a city. */
  location_range?: number | undefined;
  /** The words of the text stand in this order with at most so many others between them. */
  proximity?: number | undefined;
}

/** SRCH-026. TERM is being typed, APPLIED_TERM is a chip; SPACE has no meaning but to part them. */
export type QueryEntity =
  | { type: 'TERM' | 'APPLIED_TERM'; data: TermData }
  | { type: 'OPERATOR'; operator: Operator }
  | { type: 'SPACE' }
  | { type: 'PAREN'; side: 'open' | 'close' }
  | { type: 'AI'; text: string };

export type Operator = 'AND' | 'OR' | 'NOT';

/** SRCH-052: double quotes inside a term become single ones; ends are trimmed and inner white space is one blank. */
export const cleanText = (text: string) =>
  text
    .replaceAll('"', "'")
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Ids of reference lists are numbers, codes or names of ours: `7`, `US.New York`, `RU.Moscow Oblast`. */
export const isSuggestionId = (id: string): boolean => /^[^\p{Cc}]{1,100}$/u.test(id) && id.trim() === id;

/** SRCH-046: a bare operator is no term. */
export const isBareOperator = (text: string) => /^(and|or)$/i.test(text.trim());

/** SRCH-051: a term with blanks stands in double quotes. */
export const quoteTerm = (text: string) => (/\s/.test(cleanText(text)) ? `"${cleanText(text)}"` : cleanText(text));

/** The one form in which equal conditions are equal: defaults left out, a location with a radius in its own field. */
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

/** What a single term can have wrong; undefined when nothing. */
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

/**
 * The meaning of a list of entities, without what does not change it: no SPACE, no empty terms (SRCH-021), what was being typed is applied,
 * NOT before a term is its `is_excluded`.
 */
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

/** The terms of a query in their order. */
export const termsOf = (entities: readonly QueryEntity[]): TermData[] =>
  entities.flatMap((entity) => (entity.type === 'TERM' || entity.type === 'APPLIED_TERM' ? [entity.data] : []));
