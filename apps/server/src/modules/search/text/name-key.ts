/**
 * One key for the ways a name is spelt in Cyrillic and in Latin: Иванов, Ivanov; Юлия, Yulia, Julia, Iuliia; Щукин, Shchukin, Schukin.
 * The key is for comparing only, it is nobody's spelling.
 */

const letters: Record<string, string> = {
  а: 'a', б: 'b', в: 'v', г: 'g', ґ: 'g', д: 'd', е: 'e', є: 'ie', ж: 'zh', з: 'z', и: 'i', і: 'i', ї: 'i', й: 'i', к: 'k', л: 'l', м: 'm',
  н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ў: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'i', ь: '',
  э: 'e', ю: 'iu', я: 'ia',
}; // prettier-ignore

/** In this order: each rule sees what the one before it left. */
const foldings: readonly (readonly [RegExp, string])[] = [
  [/shch|sch|shh/g, 'sh'],
  [/tch/g, 'ch'],
  [/kh/g, 'h'],
  [/zh/g, 'j'],
  [/ph/g, 'f'],
  [/ck/g, 'k'],
  [/tz/g, 'ts'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/j(?=[aou])/g, 'i'],
  [/y/g, 'i'],
  [/(.)\1+/g, '$1'],
];

/** `word` is a token: lower case, ё already е. */
export function nameKey(word: string): string {
  let key = '';
  for (const letter of word) key += letters[letter] ?? letter;
  for (const [from, to] of foldings) key = key.replace(from, to);
  return key;
}
