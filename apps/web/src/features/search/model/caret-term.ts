import { fieldNamed, type QueryField } from '@headwater/domain/query/fields';
import { plainSigns } from '@headwater/domain/query/signs';
import { isBareOperator, quoteTerm } from '@headwater/domain/query/term';

export interface CaretTerm {
  from: number;
  field: QueryField;
  text: string;
  minus: boolean;
}

const pattern = /(?:^|[\s(])(?<term>(?<minus>[-!]?)(?:(?<field>[A-Za-z]+):)?(?:"(?<quoted>[^"]*)|(?<word>[^\s()"[\]:]+)))$/;

/** The term before the caret; undefined between terms. The default field is skill. */
export function caretTerm(before: string): CaretTerm | undefined {
  const found = pattern.exec(plainSigns(before))?.groups;
  if (!found) return undefined;
  const { term = '', minus = '', field = 'skill', quoted, word } = found;
  const text = quoted ?? word ?? '';
  const meant = fieldNamed(field);
  if (text.trim() === '' || isBareOperator(text) || text === 'NOT' || !meant) return undefined;
  return { from: before.length - term.length, field: meant, text, minus: minus !== '' };
}

/** Replaces the term by the selected name; returns the text and the new caret. */
export function replaceCaretTerm(text: string, { caret, term, name }: { caret: number; term: CaretTerm; name: string }) {
  const written = `${term.minus ? '-' : ''}${term.field}:${quoteTerm(name)} `;
  const after = text.slice(caret).replace(/^"?\s?/, '');
  return { text: text.slice(0, term.from) + written + after, caret: term.from + written.length };
}
