/** Both texts have equal length. */
export interface QueryText {
  written: string;
  plain: string;
}

export interface Quoted {
  words: string;
  end: number;
  isOpen: boolean;
}

const closers: Readonly<Record<string, string>> = {
  '"': '"', '“': '”“‟"', '”': '”"', '„': '“”‟"', '‟': '”"', '«': '»', '»': '«', '‹': '›', '›': '‹',
}; // prettier-ignore
export const quotationMarks = /["“”„‟«»‹›]/;

/** Apostrophes open a quotation before a term and close it after a word. */
export const singleMarks = /^['‘‚‛]/;
const longestSingle = 200;

function singleQuotedAt({ plain, written }: QueryText, at: number): Quoted | undefined {
  if (!singleMarks.test(plain[at] ?? '')) return undefined;
  const closing = /['’‘](?=[\s()[\]|~,;]|$)/.exec(
    `${plain.slice(at + 1, at + 1 + longestSingle)}${at + longestSingle < plain.length ? 'x' : ''}`,
  );
  if (!closing || closing.index === 0) return undefined;
  const end = at + 1 + closing.index;
  return { words: written.slice(at + 1, end), end: end + 1, isOpen: false };
}

export function quotedAt(text: QueryText, at: number): Quoted | undefined {
  const { plain, written } = text;
  const closing = closers[plain[at] ?? ''];
  if (closing === undefined) return singleQuotedAt(text, at);
  // A quotation in plain marks may contain a full-width mark.
  const signs = written[at] === '"' ? written : plain;
  let end = at + 1;
  while (end < signs.length && !closing.includes(signs[end] ?? '')) end += 1;
  const isOpen = end === plain.length;
  return { words: written.slice(at + 1, end), end: isOpen ? end : end + 1, isOpen };
}

const stop = /[\s()"[\]|]/;

export function wordAt({ plain, written }: QueryText, at: number): Quoted {
  let end = at;
  while (end < plain.length && !stop.test(plain[end] ?? '') && !plain.startsWith('&&', end)) end += 1;
  const { length } = plain.slice(at, end).replace(/[,;]+$/, '');
  return { words: written.slice(at, at + length), end, isOpen: false };
}
