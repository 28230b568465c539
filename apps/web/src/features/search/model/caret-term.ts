import { fieldNamed, type QueryField } from '@headwater/domain/query/fields';
import { plainSigns } from '@headwater/domain/query/signs';
import { isBareOperator, quoteTerm } from '@headwater/domain/query/term';

/** The term of a boolean text that the caret stands behind. */
export interface CaretTerm {
  /** Where it begins, its sign and field included. */
  from: number;
  field: QueryField;
  text: string;
  minus: boolean;
}

const pattern = /(?:^|[\s(])(?<term>(?<minus>[-!]?)(?:(?<field>[A-Za-z]+):)?(?:"(?<quoted>[^"]*)|(?<word>[^\s()"[\]:]+)))$/;

/** What is being written before the caret, or undefined between terms. A word without a field is looked up among skills. */
export function caretTerm(before: string): CaretTerm | undefined {
  const found = pattern.exec(plainSigns(before))?.groups;
  if (!found) return undefined;
  const { term = '', minus = '', field = 'skill', quoted, word } = found;
  const text = quoted ?? word ?? '';
  const meant = fieldNamed(field);
  if (text.trim() === '' || isBareOperator(text) || text === 'NOT' || !meant) return undefined;
  return { from: before.length - term.length, field: meant, text, minus: minus !== '' };
}

/** The text with the term replaced by a chosen name, and where the caret stands then. */
export function replaceCaretTerm(text: string, { caret, term, name }: { caret: number; term: CaretTerm; name: string }) {
  const written = `${term.minus ? '-' : ''}${term.field}:${quoteTerm(name)} `;
  const after = text.slice(caret).replace(/^"?\s?/, '');
  return { text: text.slice(0, term.from) + written + after, caret: term.from + written.length };
}
