/**
 * Words of a text, in order. Lower case, ё = е, accents of Latin letters dropped, apostrophes inside a word dropped.
 * Names of technologies survive whole: C++, C#, .NET, Node.js, ASP.NET.
 */

/** Endings after a dot that belong to the word before it. A closed list: 'in Moscow.Then' is two words. */
const dotted = 'js|net|io|ai|py';
const pattern = new RegExp(
  [
    String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’ʼ](?=\p{L}))*`,
    // What may follow a word and belong to it; `C++17` is `c++` and `17`.
    String.raw`(?:(?<=[a-z0-9])(?:\.(?:${dotted}))+(?![\p{L}\p{N}])`,
    String.raw`|(?<=[a-z])(?:\+{1,2}|#)(?![\p{L}\p{N}+#])`,
    String.raw`|(?<=(?<![\p{L}\p{N}])[a-z])(?:\+\+|#))?`,
    String.raw`|(?<![\p{L}\p{N}.])\.net(?![\p{L}\p{N}])`,
  ].join(''),
  'gu',
);
const accents = /(?<=[a-z])\p{M}+/gu;
const apostrophes = /['’ʼ]/gu;

/** NFKC keeps й whole (it is one letter) while é becomes e; ё becomes е. */
export function normalise(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  return text.normalize('NFKC').toLowerCase().normalize('NFD').replace(accents, '').normalize('NFC').replaceAll('ё', 'е');
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

const isPlainWord = (word: string): boolean => !word.includes("'") && !word.includes('’') && !word.includes('ʼ');

function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 127) return false;
  }
  return true;
}

/** What a sign means in a text of Latin and Russian letters: 0 = it needs the whole rules, 1 = between words, 2 = of a word, 3 = may be. */
const meanings = new Uint8Array(0x2100);
meanings.fill(1, 0, 128);
for (const [from, to] of ['09', 'az', 'AZ', 'ая', 'АЯ', 'ёё', 'ЁЁ']) meanings.fill(2, from!.charCodeAt(0), to!.charCodeAt(0) + 1);
for (const sign of "+#.'") meanings[sign.charCodeAt(0)] = 3;
for (const sign of '\u00a0«»–—“”„•…') meanings[sign.charCodeAt(0)] = 1;

/** The same words several times faster; undefined where the text holds anything out of the ordinary. */
function plainWords(text: string): string[] | undefined {
  let isWord = false;
  let hasYo = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const meaning = meanings[code] ?? 0;
    if (meaning === 0) return undefined;
    // A dot counts before a letter (.NET, Node.js), the other signs behind one (C++, C#, O'Neil).
    if (meaning === 3 && (code === 46 ? meanings[text.charCodeAt(at + 1)] === 2 : isWord)) return undefined;
    isWord = meaning === 2;
    hasYo ||= code === 0x451 || code === 0x401;
  }
  const lower = hasYo ? text.toLowerCase().replaceAll('ё', 'е') : text.toLowerCase();
  const words: string[] = [];
  let from = -1;
  for (let at = 0; at <= lower.length; at++) {
    const inside = at < lower.length && meanings[lower.charCodeAt(at)] === 2;
    if (inside && from < 0) from = at;
    if (inside || from < 0) continue;
    words.push(lower.slice(from, Math.min(at, from + longest)));
    from = -1;
  }
  return words;
}
