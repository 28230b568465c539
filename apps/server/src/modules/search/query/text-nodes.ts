import type { QueryNode } from '../port.ts';

interface Options {
  mode: 'exact' | 'stem';
  tag: string;
  slop?: number | undefined;
}

/** A trailing `*` makes the last word a prefix. */
export function textNode(field: string, text: string, { mode, tag, slop }: Options): QueryNode {
  if (slop) return { op: 'phrase', field, text, mode, slop, tag };
  if (text.endsWith('*') && text.length > 1) return { op: 'word', field, text: text.slice(0, -1), mode: 'prefix', tag };
  return { op: 'word', field, text, mode, tag };
}

export const inFields = (fields: readonly string[], text: string, options: Options): QueryNode => ({
  op: 'or',
  of: fields.map((field) => textNode(field, text, options)),
});

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
