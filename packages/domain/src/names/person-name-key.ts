import { createLru } from '../lru.ts';
import { givenNameKey } from './given-names.ts';
import { soundKey } from './sound-key.ts';
import { foldLatin } from '../text/fold-latin.ts';
import { withoutInvisible } from '../text/invisible.ts';
import { tokenize } from '../text/tokenize.ts';

/**
 * Comparison key of Cyrillic and Latin spellings: Юлия, Yulia, Julia; Щукин, Shchukin, Schukin.
 * `word` is a token: lower case, ё as е.
 */
export function personNameKey(word: string): string {
  const key = soundKey(word);
  return givenNameKey(key) ?? key;
}

const signed: Record<string, string> = {
  š: 'sh', č: 'ch', ž: 'zh', ŝ: 'shch', ĉ: 'ch', û: 'yu', â: 'ya', è: 'e', ë: 'yo', ě: 'e', đ: 'dj', ø: 'oe', ə: 'e',
}; // prettier-ignore
const signs = new RegExp(`[${Object.keys(signed).join('')}]`, 'gu');

const surname = /(?:[oe]va?|ina?|[sc]k(?:i[jyi]?|y|aja|aya)|[aeou]j)$/;
const ukrainian = /(?:enko|chuk|[iy]uk|yshyn|kyi|iv)$/;
const german = /(?:stein|berg|feld|baum|mann|bach|burg|thal|kind|sohn|bein)$/;
const germanRussian = /tsch|sch|w/;
const french = /ou|tch|[eio]ff$|ine$/;

const readings: readonly ((word: string) => string)[] = [
  // Kuznecov: in Slavic surnames c is ц before any vowel.
  (word) => (surname.test(word) ? word.replace(/c(?!h)/g, 'ts') : word),
  // Mixail, Xruščev.
  (word) => word.replaceAll('x', 'kh'),
  // Janibekov, Joukov.
  (word) => (surname.test(word) ? word.replace(/j(?=[aeou])/g, 'zh') : word),
  // Honcharenko.
  (word) => (ukrainian.test(word) ? word.replace(/(?<![kscztpg])h/g, 'g') : word),
  // Eisenstein, Rosenberg, Spielmann.
  (word) =>
    german.test(word)
      ? word
          .replace(/^s(?=[aeiou])|(?<=[aeiou])s(?=[aeiou])/g, 'z')
          .replace(/s(?=[tp])/g, 'sh')
          .replace(/(?<!t)z(?=[^aeiou]|$)/g, 'ts')
      : word,
  // Chodorkowski.
  (word) => (germanRussian.test(word) ? word.replace(/(?<![st])ch/g, 'kh') : word),
  // Pouchkine, Chostakovitch.
  (word) => (french.test(word) ? word.replace(/(?<!t)ch/g, 'sh').replace(/ine$/, 'in') : word),
];

const latin = /^[a-z]{2,40}$/;

function readingsOfWord(word: string): string[] {
  const plain = word.replace(/[ʹʺʼ'’`´”″"]/gu, '');
  const spelt = plain.replace(signs, (letter) => signed[letter] ?? letter);
  const base = foldLatin(spelt.normalize('NFD')).replace(/\p{M}+/gu, '');
  // Known names have one reading: Xenia, Julia.
  if (!latin.test(base) || (spelt === word && givenNameKey(soundKey(base)) !== undefined)) return [];
  return [...(spelt === word ? [] : [base]), ...readings.map((read) => read(base)).filter((read) => read !== base)];
}

const known = createLru<string, readonly string[]>(100_000);

function otherReadingsOfWord(word: string): readonly string[] {
  const before = known.get(word);
  if (before) return before;
  const key = tokenize(word).map(personNameKey).join(' ');
  const others = readingsOfWord(word).filter((read) => personNameKey(read) !== key);
  known.set(word, others);
  return others;
}

const mostWords = 12;
const wordPattern = /[\p{L}\p{M}'’ʼʹʺ`´”″"]+/gu;

/** Šiškin also reads as shishkin, Kuznecov as kuznetsov. `text` keeps its accents. */
export function otherReadings(text: string): string[] {
  const words = withoutInvisible(text).slice(0, 200).normalize('NFC').toLowerCase().match(wordPattern)?.slice(0, mostWords) ?? [];
  return [...new Set(words.flatMap(otherReadingsOfWord))];
}
