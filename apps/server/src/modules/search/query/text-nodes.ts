import type { QueryNode } from '../port.ts';

interface Options {
  mode: 'exact' | 'stem';
  tag: string;
  /** So many other words may stand between them. */
  slop?: number | undefined;
}

/** The words of a text in this order; a `*` behind the last makes it the beginning of a word. */
export function textNode(field: string, text: string, { mode, tag, slop }: Options): QueryNode {
  if (slop) return { op: 'phrase', field, text, mode, slop, tag };
  if (text.endsWith('*') && text.length > 1) return { op: 'word', field, text: text.slice(0, -1), mode: 'prefix', tag };
  return { op: 'word', field, text, mode, tag };
}

/** The same text in several fields. */
export const inFields = (fields: readonly string[], text: string, options: Options): QueryNode => ({
  op: 'or',
  of: fields.map((field) => textNode(field, text, options)),
});

/** Where a free text is looked for. */
export const allTexts = [
  'currentTitle',
  'pastTitle',
  'skillText',
  'currentCompany',
  'pastCompany',
  'educationText',
  'name',
  'headline',
  'about',
];
