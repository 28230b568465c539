import { invisibleCharacters } from '../text/invisible.ts';
import { normalise } from '../text/tokenize.ts';

export type Gap = 'none' | 'slash' | 'comma' | 'stop';

export interface Word {
  text: string;
  key: string;
  gap: Gap;
  from: number;
  to: number;
}

/** C++, C#, the dot of .NET, the plus of 5+ and middle+. */
const pattern = new RegExp(String.raw`\.?[\p{L}\p{N}][\p{L}\p{N}${invisibleCharacters}]*(?:['’][\p{L}]+)?(?:\+\+|#|\+)?`, 'gu');

const endings =
  /(?:иями|ями|ами|ого|его|ому|ему|ыми|ими|иях|иям|ией|ием|ов|ев|ах|ях|ам|ям|ом|ем|ой|ей|ый|ий|ая|яя|ую|юю|ое|ее|ые|ие|ых|их|ым|им|ою|ею|ия|ии|ию|ие|ь[юяеи]|[аеёиоуыэюяйь])$/u;

function russianKey(word: string): string {
  if (word.length < 4) return word.length === 3 ? word.replace(/[аеиоуыюяьй]$/u, '') : word;
  // Twice for -ов, -ев: Саратове, Саратов; аналитиков, аналитик.
  const bare = word.replace(endings, '').replace(/(?<=..)(?:ов|ев)$/u, '');
  const stem = bare.length < 2 ? word : bare;
  // рынок, рынка
  return stem
    .replace(/([^аеиоуыэюя])[ео]([кц])$/u, '$1$2')
    .replace(/ь/gu, '')
    .replace(/нн$/u, 'н');
}

const englishKey = (word: string) => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word);

const plain = (text: string) => (/^[\w.+#]*$/.test(text) ? text.toLowerCase() : normalise(text).replace(/['’]/g, ''));

function keyOf(text: string): string {
  const word = plain(text);
  if (word.startsWith('.')) return `dot${word.slice(1)}`;
  if (/^[а-я]+$/u.test(word)) return russianKey(word);
  return /^[a-z]+$/.test(word) ? englishKey(word) : word;
}

/** 'St. Petersburg', 'г. Казань': the dot ends no clause. */
const shortened = /^(?:st|ft|mt|г)$/i;

function gapOf(between: string, before: string): Gap {
  if (/^\.\s+$/.test(between) && shortened.test(before)) return 'none';
  if (/[.!?]\s|[;\n]/.test(between)) return 'stop';
  if (/[,()[\]«»"“”]|\s[-–—]\s/.test(between)) return 'comma';
  return between.includes('/') || between.includes('|') ? 'slash' : 'none';
}

export function wordsOf(text: string): Word[] {
  let end = 0;
  let before = '';
  return [...text.matchAll(pattern)].map((found) => {
    // A dot at the end of a sentence or inside a name starts no word.
    const isDotted = found[0].startsWith('.') && (found.index === 0 || /[\s,(/]/.test(text[found.index - 1] ?? ' '));
    const from = found[0].startsWith('.') && !isDotted ? found.index + 1 : found.index;
    const to = found.index + found[0].length;
    const gap = gapOf(text.slice(end, from), before);
    end = to;
    before = text.slice(from, to);
    return { text: text.slice(from, to), key: keyOf(text.slice(from, to)), gap, from, to };
  });
}

export const phraseKey = (words: readonly Pick<Word, 'key'>[]) => words.map((word) => word.key).join('');

export const lexiconKey = (name: string) => phraseKey(wordsOf(name));
