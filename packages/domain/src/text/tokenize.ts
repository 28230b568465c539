import { foldLatin } from './fold-latin.ts';
import { invisibleCharacters, withoutInvisible } from './invisible.ts';
import { namesInCyrillic, unmixAlphabets, unmixWord } from './look-alikes.ts';

/**
 * Words of a text in order: lower case, ё = е, no accents, strokes and ligatures, one alphabet a
 * word. Drops invisible characters and apostrophes; C++, C#, .NET, Node.js and ASP.NET survive.
 * A change of these rules makes saved indexes and name keys outdated: raise `revision` of
 * modules/search/schema.ts and `rules` of modules/duplicates/duplicate-finder.ts.
 */

/** Endings after a dot that belong to the word. A closed list: 'in Moscow.Then' is two words. */
const dotted = 'js|net|io|ai|py';
const pattern = new RegExp(
  [
    String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’](?=\p{L}))*`,
    // Optional ending of a word; `C++17` is `c++` and `17`.
    String.raw`(?:(?<=[a-z0-9])(?:\.(?:${dotted}))+(?![\p{L}\p{N}])`,
    String.raw`|(?<=[a-z])(?:\+{1,2}|#)(?![\p{L}\p{N}+#])`,
    String.raw`|(?<=(?<![\p{L}\p{N}])[a-z])(?:\+\+|#))?`,
    String.raw`|(?<![\p{L}\p{N}.])\.net(?![\p{L}\p{N}])`,
  ].join(''),
  'gu',
);
const apostrophes = /['’]/gu;
const otherApostrophes = /(?<=[\p{L}\p{M}])[`´‘ʻʼʽ′]{1,2}(?=\p{L})/gu;
/** Most texts have none of these signs, and one test is faster than a search for each. */
const rareSigns = new RegExp(String.raw`[\u0060´‘ʻʼʽ′♯${invisibleCharacters}\uDB40]`);
/** A lower-case text without these characters needs no folding. */
const foldable = /[\u00c0-\u036f\u1ab0-\u1eff\u2c60-\u2c7f\ua720-\uab6f]/;

/** The normal form for comparing words. NFC keeps й as one character, while é becomes e. */
export function normalise(text: string): string {
  if (isAscii(text)) return text.includes('`') ? text.toLowerCase().replace(otherApostrophes, "'") : text.toLowerCase();
  // Must precede NFKC, which turns ´ into a blank and an accent.
  const visible = rareSigns.test(text) ? withoutInvisible(text).replace(otherApostrophes, "'").replaceAll('♯', '#') : text;
  const lower = visible.normalize('NFKC').toLowerCase();
  const folded = foldable.test(lower) ? foldLatin(lower.normalize('NFD')).normalize('NFC') : lower;
  return unmixAlphabets(folded.replaceAll('ё', 'е'));
}

const longest = 40;

export function tokenize(text: string): string[] {
  return plainWords(text) ?? anyWords(text);
}

function anyWords(text: string): string[] {
  const found = normalise(text).match(pattern);
  if (!found) return [];
  return found.map((word) => (word.length < longest && isPlainWord(word) ? word : word.slice(0, longest).replace(apostrophes, '')));
}

const isPlainWord = (word: string): boolean => !word.includes("'") && !word.includes('’');

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 127) return false;
  }
  return true;
}

const [unknown, gap, sign, latin, cyrillic, digit] = [0, 1, 2, 4, 8, 16];
const ofWord = latin | cyrillic | digit;
const meanings = new Uint8Array(0x2100);
meanings.fill(gap, 0, 128);
for (const [range, meaning] of Object.entries({
  '09': digit,
  az: latin,
  AZ: latin,
  ая: cyrillic,
  АЯ: cyrillic,
  ёё: cyrillic,
  ЁЁ: cyrillic,
}))
  meanings.fill(meaning, range.charCodeAt(0), range.charCodeAt(1) + 1);
for (const character of "+#.'`-") meanings[character.charCodeAt(0)] = sign;
for (const character of '\u00a0«»–—“”„•…') meanings[character.charCodeAt(0)] = gap;

const meaningAt = (text: string, at: number) => meanings[text.charCodeAt(at)] ?? unknown;

/**
 * May join a word or a name of two alphabets. Most hyphens separate words, as in web-разработчик.
 */
function mayJoin(text: string, at: number): boolean {
  const before = meaningAt(text, at - 1);
  const after = meaningAt(text, at + 1);
  switch (text[at]) {
    case '.':
      // Node.js, .NET; 8.3 and г.Москва are two words each.
      return after === latin || (after === cyrillic && meaningAt(text, at + 2) === latin);
    case '-':
      // Т-SQL, Objective-С.
      return (
        (before === cyrillic && after === latin && (meaningAt(text, at - 2) & ofWord) === 0) ||
        (before === latin && after === cyrillic && (meaningAt(text, at + 2) & ofWord) === 0)
      );
    default:
      // C++, C#, O'Neil.
      return (before & ofWord) !== 0;
  }
}

const whole = (word: string, kinds: number): string => {
  if (word.length > longest) return word.slice(0, longest);
  return kinds === cyrillic && (word.length === 3 || word.length === 4) ? (namesInCyrillic.get(word) ?? word) : word;
};

/** A faster path with the same result; undefined for a text with unusual characters. */
function plainWords(text: string): string[] | undefined {
  let hasYo = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const meaning = meanings[code] ?? unknown;
    if (meaning === unknown || (meaning === sign && mayJoin(text, at))) return undefined;
    hasYo ||= code === 0x451 || code === 0x401;
  }
  const lower = hasYo ? text.toLowerCase().replaceAll('ё', 'е') : text.toLowerCase();
  const words: string[] = [];
  let from = -1;
  let kinds = 0;
  for (let at = 0; at <= lower.length; at++) {
    const meaning = at < lower.length ? meanings[lower.charCodeAt(at)]! & ofWord : 0;
    if (meaning !== 0) {
      if (from < 0) from = at;
      kinds |= meaning;
      continue;
    }
    if (from < 0) continue;
    const word = lower.slice(from, at);
    words.push(kinds === cyrillic || (kinds & cyrillic) === 0 ? whole(word, kinds) : unmixWord(word).slice(0, longest));
    from = -1;
    kinds = 0;
  }
  return words;
}
