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
