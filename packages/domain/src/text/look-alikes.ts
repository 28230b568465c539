/**
 * A pair looks alike in at least one case: 1С, С++ and JаvaScript with Cyrillic characters, Mосква
 * with a Latin one. All functions take lower case, so that a query finds the same in any case.
 */
const pairs = 'аa вb еe кk мm нh оo рp сc тt уy хx іi јj ѕs ԛq ԝw һh үy αa βb εe ζz ηh ιi κk νn οo ρp τt υy χx';
const latinOf = new Map(pairs.split(' ').map(([other = '', latin = '']) => [other, latin] as const));
const cyrillicOf = new Map([...'abekmhopctyxij'].map((latin) => [latin, [...latinOf].find((pair) => pair[1] === latin)?.[0] ?? latin]));

/** Technology names written in Cyrillic only that are no Cyrillic words. */
export const namesInCyrillic: ReadonlyMap<string, string> = new Map([
  ['сі', 'ci'],
  ['ві', 'bi'],
  ['іт', 'it'],
  ['аі', 'ai'],
  ['рнр', 'php'],
  ['нттр', 'http'],
  ['тср', 'tcp'],
]);

/** With a digit, as in 1С, B2B and P2P; longer words with a number stay (мастер24). */
const mostBesideDigit = 2;

const longestAbbreviation = 3;

const isLatin = (letter: string) => letter >= 'a' && letter <= 'z';
const isDigit = (letter: string) => letter >= '0' && letter <= '9';
const isCyrillic = (letter: string) => letter >= '\u0400' && letter <= '\u052f';
const replaceBy = (word: string, letters: ReadonlyMap<string, string>) => word.replace(/./gsu, (letter) => letters.get(letter) ?? letter);

/** Rewrites a lower-case word in one alphabet, if each character has a look-alike. */
export function unmixWord(word: string): string {
  const name = namesInCyrillic.get(word);
  if (name !== undefined) return name;
  let [latin, others, digits] = [0, 0, 0];
  let [canBeLatin, canBeCyrillic] = [true, true];
  for (const letter of word) {
    if (isLatin(letter)) {
      latin += 1;
      canBeCyrillic &&= cyrillicOf.has(letter);
    } else if (isDigit(letter)) digits += 1;
    else {
      others += 1;
      canBeLatin &&= latinOf.has(letter);
      canBeCyrillic &&= isCyrillic(letter);
    }
  }
  if (others === 0) return word;
  if (latin === 0) {
    const isName = digits > 0 && others <= mostBesideDigit && canBeLatin && canBeCyrillic;
    return isName ? replaceBy(word, latinOf) : word;
  }
  // If both are possible, the majority decides, and Latin in a tie. Short words are abbreviations:
  // КРI is KPI.
  const isCyrillicWord = others > latin && latin + others > longestAbbreviation;
  if (canBeLatin && !(canBeCyrillic && isCyrillicWord)) return replaceBy(word, latinOf);
  return canBeCyrillic ? replaceBy(word, cyrillicOf) : word;
}

/** Most texts match none of these and stay unchanged. */
const mixture = new RegExp(String.raw`[a-z0-9][\u0370-\u052f]|[\u0370-\u052f][a-z0-9]|${[...namesInCyrillic.keys()].join('|')}`);
const signs = /с[+#/]|\/с|[a-z][-‐]с|[авекмнорстух][-‐][a-z]/;
const words = /[\p{L}\p{N}]+/gu;

/** С++, С/С++, Objective-С, Т-SQL. A single с elsewhere is the preposition. */
const single = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])с(?=\+\+|#|\/[cс](?:\+\+|#))`,
    String.raw`(?<=(?<![\p{L}\p{N}])[cс](?:\+\+|#)\/)с(?![\p{L}\p{N}])`,
    String.raw`(?<=[a-z][-‐])с(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])[авекмнорстух](?=[-‐][a-z])`,
  ].join('|'),
  'gu',
);

/** Rewrites each word of a lower-case text in one alphabet, if possible. */
export function unmixAlphabets(text: string): string {
  const parted = signs.test(text) ? text.replace(single, (letter) => latinOf.get(letter) ?? letter) : text;
  return mixture.test(parted) ? parted.replace(words, unmixWord) : parted;
}
