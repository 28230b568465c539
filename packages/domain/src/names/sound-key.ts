import { foldLatin } from '../text/fold-latin.ts';

const letters: Record<string, string> = {
  а: 'a', б: 'b', в: 'v', г: 'g', ґ: 'g', д: 'd', е: 'e', є: 'ye', ж: 'zh', з: 'z', и: 'i', і: 'i', ї: 'i', й: 'y', к: 'k', л: 'l', м: 'm',
  н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ў: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '',
  э: 'e', ю: 'yu', я: 'ya',
}; // prettier-ignore

/** Ordered. `Y` marks я, ю and equal sounds; passports write ё as e, so е, э and ё are one. */
const foldings: readonly (readonly [RegExp, string])[] = [
  [/[ʹʺʼ'’`´]/g, ''],
  [/schtsch|shtsh/g, 'sh'],
  [/dsch|dzh|dj(?=[aeou])/g, 'zh'],
  [/tsch|tch/g, 'ch'],
  [/shch|shh|sch/g, 'sh'],
  [/kh/g, 'h'],
  [/gh/g, 'g'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/ck|q/g, 'k'],
  [/tz|cz|c(?=[eiyv])/g, 'ts'],
  [/c(?!h)/g, 'k'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/ff$/g, 'v'],
  [/ou/g, 'u'],
  // Passports write a hard sign before a vowel as "ie".
  [/ie(?=[iyj][aou]|e)/g, ''],
  // "j" before a consonant is a consonant: Jdanov. John and Jen stay different.
  [/^j(?=[bdglnrv])/g, 'zh'],
  [/^j(?=o)/g, 'i'],
  [/(?<=ch|sh|zh)[iyj]?o/g, 'e'],
  [/[iyj]ov(?=a?$)/g, 'ev'],
  [/[iyj]+e|[yj]o|(?<=[aeou])io/g, 'e'],
  [/[iyj]+([au])/g, 'Y$1'],
  [/[yj]/g, 'i'],
  [/(.)\1+/g, '$1'],
];

const notAscii = /[\u0080-\uffff]/;

/**
 * Equal for ICAO 9303, GOST 7.79, BGN/PCGN, English and German spellings. `word`: lower case, ё as
 * е.
 */
export function soundKey(word: string): string {
  let key = '';
  for (const letter of word) key += letters[letter] ?? letter;
  if (notAscii.test(key)) key = foldLatin(key.normalize('NFD')).normalize('NFC');
  for (const [from, to] of foldings) key = key.replace(from, to);
  return key;
}
