export interface SplitName {
  first_name: string;
  last_name: string;
  patronymic?: string;
}

const patronymic = /(?:ович|евич|ич|овна|евна|ична|инична|оглы|кызы)$/i;
/** Endings that Russian surnames have and first names hardly ever. */
const russianSurname = /(?:ов|ев|ёв|ин|ын|ский|цкий|ской|ова|ева|ёва|ина|ына|ская|цкая|енко|чук|юк|ук|ян|дзе|швили|их|ых)$/i;
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
const honour = /^(?:mr|mrs|ms|miss|dr|prof|sir|г-н|г-жа)\.?\s+/i;
const suffix = /,?\s+(?:jr|sr|ii|iii|iv|phd|ph\.d|mba|md|cpa|pmp)\.?$/i;

/** ИВАНОВ, smith and SMITH-JONES as they are written in a sentence; words that have both cases already stay. */
function inSentenceCase(word: string): string {
  if (word !== word.toUpperCase() || word.length < 3 || /\./.test(word)) return word;
  return word.toLowerCase().replace(/(^|[-'’])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

function russianName(words: readonly string[]): SplitName {
  const [one = '', two = '', three] = words;
  if (three === undefined)
    return russianSurname.test(one) && !russianSurname.test(two)
      ? { first_name: two, last_name: one }
      : { first_name: one, last_name: two };
  // Surname first (Иванов Иван Иванович) is usual in documents, surname last elsewhere.
  if (patronymic.test(three) && !patronymic.test(two)) return { first_name: two, last_name: one, patronymic: words.slice(2).join(' ') };
  if (patronymic.test(two)) return { first_name: one, last_name: words.slice(2).join(' '), patronymic: two };
  return { first_name: two, last_name: one, patronymic: words.slice(2).join(' ') };
}

/** Parts of a full name. Russian names are told by their patronymic and surname endings; elsewhere the last word is the surname. */
export function splitName(full: string): SplitName {
  const words = full.replace(/\s+/g, ' ').trim().replace(honour, '').replace(suffix, '').split(' ').filter(Boolean).map(inSentenceCase);
  if (words.length < 2) return { first_name: words[0] ?? '', last_name: '' };
  if (/[а-яё]/i.test(full)) return russianName(words);
  const surnameAt = words.findIndex((word, index) => index > 0 && particles.has(word.toLowerCase()));
  const from = surnameAt > 0 ? surnameAt : words.length - 1;
  return { first_name: words.slice(0, from).join(' '), last_name: words.slice(from).join(' ') };
}
