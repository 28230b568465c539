/**
 * Letters of another alphabet inside a word: 1С, С++ and JаvaScript with Cyrillic letters, Mосква with a Latin one. Everything here
 * works on lower case, so that a query finds the same in any case; a pair looks alike in at least one of the two cases.
 */
const pairs = 'аa вb еe кk мm нh оo рp сc тt уy хx іi јj ѕs ԛq ԝw һh үy αa βb εe ζz ηh ιi κk νn οo ρp τt υy χx';
const latinOf = new Map(pairs.split(' ').map(([other = '', latin = '']) => [other, latin] as const));
const cyrillicOf = new Map([...'abekmhopctyxij'].map((latin) => [latin, [...latinOf].find((pair) => pair[1] === latin)?.[0] ?? latin]));

/** Names of technologies that are written in Cyrillic letters alone, and that are no words of a Cyrillic language. */
export const namesInCyrillic: ReadonlyMap<string, string> = new Map([
  ['сі', 'ci'],
  ['ві', 'bi'],
  ['іт', 'it'],
  ['аі', 'ai'],
  ['рнр', 'php'],
  ['нттр', 'http'],
  ['тср', 'tcp'],
]);

/** With a digit, as in 1С, B2B and P2P: longer words are words with a number (мастер24). */
const mostBesideDigit = 2;

const longestAbbreviation = 3;

const isLatin = (letter: string) => letter >= 'a' && letter <= 'z';
const isDigit = (letter: string) => letter >= '0' && letter <= '9';
const isCyrillic = (letter: string) => letter >= '\u0400' && letter <= '\u052f';
const replaceBy = (word: string, letters: ReadonlyMap<string, string>) => word.replace(/./gsu, (letter) => letters.get(letter) ?? letter);

/** A lower-case word in one alphabet, where its letters allow that. */
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
  // Either is possible: most letters decide, of equally many the Latin ones. Short words are abbreviations: КРI is KPI.
  const isCyrillicWord = others > latin && latin + others > longestAbbreviation;
  if (canBeLatin && !(canBeCyrillic && isCyrillicWord)) return replaceBy(word, latinOf);
  return canBeCyrillic ? replaceBy(word, cyrillicOf) : word;
}

/** Texts without any of these, which are most, have nothing to change. */
const mixture = new RegExp(String.raw`[a-z0-9][\u0370-\u052f]|[\u0370-\u052f][a-z0-9]|${[...namesInCyrillic.keys()].join('|')}`);
const signs = /с[+#/]|\/с|[a-z][-‐]с|[авекмнорстух][-‐][a-z]/;
const words = /[\p{L}\p{N}]+/gu;

/**
 * One Cyrillic letter beside Latin words or signs: С++, С/С++, Objective-С, Т-SQL. A single с elsewhere is the preposition.
 */
const single = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])с(?=\+\+|#|\/[cс](?:\+\+|#))`,
    String.raw`(?<=(?<![\p{L}\p{N}])[cс](?:\+\+|#)\/)с(?![\p{L}\p{N}])`,
    String.raw`(?<=[a-z][-‐])с(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])[авекмнорстух](?=[-‐][a-z])`,
  ].join('|'),
  'gu',
);

/** A lower-case text with each word in one alphabet, where its letters allow that. */
export function unmixAlphabets(text: string): string {
  const parted = signs.test(text) ? text.replace(single, (letter) => latinOf.get(letter) ?? letter) : text;
  return mixture.test(parted) ? parted.replace(words, unmixWord) : parted;
}
