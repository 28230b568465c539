import { type QueryField, shownField } from './fields.ts';
import type { TermData } from './term.ts';

export const keepsId = ({ field }: Pick<TermData, 'field'>): boolean => !['position', 'skill'].includes(shownField(field));

/** The count beside a suggestion is the result count of this term. */
export function suggestedTerm({ id, name }: { id: string; name: string }, field: QueryField): TermData {
  const term: TermData = { field, text: name };
  return keepsId(term) ? { ...term, suggestion_id: id } : term;
}
