import { firstNames } from './known-names.ts';
import { nameSegments } from './name-affixes.ts';

export interface SplitName {
  first_name: string;
  last_name: string;
  patronymic?: string;
}

const patronymic = /(?:ович|евич|ич|овна|евна|ична|инична|оглы|кызы)$/i;
const latinPatronymic = /(?:ovich|evich|ovna|evna|ichna)$/i;
/** Endings of Russian surnames that first names hardly ever have. */
export const russianSurname = /(?:ов|ев|ёв|ин|ын|ский|цкий|ской|ова|ева|ёва|ина|ына|ская|цкая|енко|чук|юк|ук|ян|дзе|швили|их|ых)$/i;
export const latinSurname = /(?:[oe]v|sky|skiy|skii|skij|enko|chuk|[oe]va|skaya|skaia)$/i;
const particles = new Set([
  'van',
  'von',
  'de',
  'da',
  'del',
  'della',
  'der',
  'den',
  'di',
  'du',
  'la',
  'le',
  'dos',
  'bin',
  'ben',
  'al',
  'el',
  'ter',
  "o'",
]);

/** ИВАНОВ, smith and SMITH-JONES with normal capitals; mixed-case words stay. */
function inSentenceCase(word: string): string {
  const hasOneCase = word === word.toUpperCase() || (word === word.toLowerCase() && !particles.has(word));
  if (!hasOneCase || word.length < 3 || /\./.test(word)) return word;
  // Lower case of the Turkish "İ" is "i" with a combining dot.
  return word
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replace(/(^|[-'’])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

const isFirstName = (word: string) => firstNames().has(word.toLowerCase());

function russianName(words: readonly string[]): SplitName {
  const [one = '', two = '', three] = words;
  if (three === undefined && isFirstName(one) !== isFirstName(two))
    return isFirstName(one) ? { first_name: one, last_name: two } : { first_name: two, last_name: one };
  if (three === undefined)
    return russianSurname.test(one) && !russianSurname.test(two)
      ? { first_name: two, last_name: one }
      : { first_name: one, last_name: two };
  // Surname first (Иванов Иван Иванович) is usual in documents, surname last elsewhere.
  if ((patronymic.test(three) || latinPatronymic.test(three)) && !patronymic.test(two))
    return { first_name: two, last_name: one, patronymic: words.slice(2).join(' ') };
  if (patronymic.test(two)) return { first_name: one, last_name: words.slice(2).join(' '), patronymic: two };
  return { first_name: two, last_name: one, patronymic: words.slice(2).join(' ') };
}

/** Not "Ada Lovelace, London": two complete names are a name and another text. */
function bySurname([family = '', given = '', more]: readonly string[]): SplitName | undefined {
  if (given === '' || more !== undefined) return undefined;
  const [first = '', second] = family.split(' ');
  const isWhole =
    second !== undefined && !particles.has(first.toLowerCase()) && (isFirstName(first) || !isFirstName(given.split(' ')[0] ?? ''));
  if (isWhole) return undefined;
  const words = given.split(' ').map(inSentenceCase);
  const last_name = family.split(' ').map(inSentenceCase).join(' ');
  const fathers = words.findIndex((word, index) => index > 0 && patronymic.test(word) && /[а-яё]/i.test(word));
  if (fathers < 0) return { first_name: words.join(' '), last_name };
  return { first_name: words.slice(0, fathers).join(' '), last_name, patronymic: words.slice(fathers).join(' ') };
}

const isInCapitals = (word: string) => word.length > 1 && word === word.toUpperCase() && /^[\p{L}'’-]+$/u.test(word);

/** Capitals ("DUPONT Jean"), else from a particle on, else the last word. */
function surnameIn(words: readonly string[]): { from: number; to: number } {
  const last = words.length;
  const capitals = words.map(isInCapitals);
  // "AKSHAYA M": an initial has no other case.
  if (capitals.includes(true) && capitals.includes(false) && !words.some((word) => word.length === 1)) {
    const end = capitals.indexOf(false);
    const start = capitals.lastIndexOf(false) + 1;
    if (end > 0 && start === last) return { from: 0, to: end };
    if (start < last && end === 0) return { from: start, to: last };
  }
  const particle = words.findIndex((word, index) => index > 0 && particles.has(word.toLowerCase()));
  return { from: particle > 0 ? particle : last - 1, to: last };
}

/**
 * Russian names are split by patronymic, known first names and endings; elsewhere the last word is
 * the surname.
 */
export function splitName(full: string): SplitName {
  const segments = nameSegments(full);
  const named = bySurname(segments);
  if (named) return named;
  const words = (segments[0] ?? '').split(' ').filter(Boolean);
  if (words.length < 2) return { first_name: inSentenceCase(words[0] ?? ''), last_name: '' };
  if (/[а-яё]/i.test(segments[0] ?? '') || (words.length === 3 && latinPatronymic.test(words[2] ?? '')))
    return russianName(words.map(inSentenceCase));
  const [one = '', two = '', more] = words;
  // "Maksheev Ilya": a transliterated Russian surname may come first.
  if (more === undefined && latinSurname.test(one) && isFirstName(two) && !isFirstName(one))
    return { first_name: inSentenceCase(two), last_name: inSentenceCase(one) };
  const { from, to } = surnameIn(words);
  const given = [...words.slice(0, from), ...words.slice(to)];
  return { first_name: given.map(inSentenceCase).join(' '), last_name: words.slice(from, to).map(inSentenceCase).join(' ') };
}
