import { type QueryField, shownField } from './fields.ts';
import type { TermData } from './term.ts';

/** Names of companies, places, schools and vacancies are not unique, so their chips say which one is meant. */
export const keepsId = ({ field }: Pick<TermData, 'field'>): boolean => !['position', 'skill'].includes(shownField(field));

/** The term that a suggestion becomes; what is counted beside it is what a search for this term finds. */
export function suggestedTerm({ id, name }: { id: string; name: string }, field: QueryField): TermData {
  const term: TermData = { field, text: name };
  return keepsId(term) ? { ...term, suggestion_id: id } : term;
}
