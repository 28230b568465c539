import { stem } from './stem.ts';
import { invisibleCharacters } from '@headwater/domain/text/invisible';
import { tokenize } from '@headwater/domain/text/tokenize';

export interface Highlight {
  words: readonly string[];
  /** `prefix` applies to the last word. */
  mode: 'exact' | 'stem' | 'prefix';
  /** Other words between the first and the last. */
  slop: number;
}

export type Mark = [from: number, to: number];

interface Word {
  word: string;
  from: number;
  to: number;
}

const pieces = new RegExp(String.raw`[\p{L}\p{N}\p{M}${invisibleCharacters}'’‘\u0060´.+#♯]+`, 'gu');

function wordsOf(text: string): Word[] {
  return [...text.matchAll(pieces)].flatMap(({ 0: piece, index }) => {
    const lead = /^[.'’‘`´+#♯]*(?!net)/iu.exec(piece)?.[0].length ?? 0;
    const end = piece.replace(/[.'’‘`´]+$/u, '').length;
    return tokenize(piece).map((word) => ({ word, from: index + (lead < end ? lead : 0), to: index + end }));
  });
}

function fits(word: string, { words, mode }: Highlight, at: number): boolean {
  const expected = words[at] ?? '';
  if (mode === 'prefix' && at === words.length - 1) return word.startsWith(expected);
  return mode === 'exact' ? word === expected : word === expected || stem(word) === stem(expected);
}

function sequence(textWords: readonly Word[], start: number, highlight: Highlight): Mark[] | undefined {
  const marks: Mark[] = [];
  let left = highlight.slop;
  let at = start;
  for (let index = 0; index < highlight.words.length; index += 1) {
    while (textWords[at] && !fits(textWords[at]?.word ?? '', highlight, index)) {
      if (index === 0 || left === 0) return undefined;
      left -= 1;
      at += 1;
    }
    const word = textWords[at];
    if (!word) return undefined;
    marks.push([word.from, word.to]);
    at += 1;
  }
  return marks;
}

export function joinMarks(marks: readonly Mark[]): Mark[] {
  const out: Mark[] = [];
  for (const [from, to] of marks.toSorted(([one], [other]) => one - other)) {
    const last = out.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}

const mostMarks = 40;

export function marksOf(text: string, highlights: readonly Highlight[]): Mark[] {
  const named = highlights.filter(({ words }) => words.length > 0);
  if (named.length === 0) return [];
  const textWords = wordsOf(text);
  const marks: Mark[] = [];
  for (const one of named) {
    for (let start = 0; start < textWords.length && marks.length < mostMarks; start += 1)
      marks.push(...(sequence(textWords, start, one) ?? []));
  }
  return joinMarks(marks);
}

const before = 60;
const after = 140;

export function excerptOf(text: string, highlights: readonly Highlight[]): { text: string; marks: Mark[] } | undefined {
  const plain = text.replace(/\s+/gu, ' ');
  const marks = marksOf(plain, highlights);
  const [first] = marks;
  if (!first) return undefined;
  const from = first[0] <= before ? 0 : plain.indexOf(' ', first[0] - before) + 1;
  const end = plain.length - first[0] <= after ? plain.length : Math.max(first[1], plain.lastIndexOf(' ', first[0] + after));
  const lead = from > 0 ? '… ' : '';
  const shift = lead.length - from;
  return {
    text: `${lead}${plain.slice(from, end)}${end < plain.length ? ' …' : ''}`,
    marks: marks.filter(([, to]) => to <= end).map(([start, to]) => [start + shift, to + shift]),
  };
}
