/**
 * Words of a text, in order. Lower case, ё = е, accents of Latin letters dropped, apostrophes inside a word dropped.
 * Names of technologies survive whole: C++, C#, .NET, Node.js, ASP.NET.
 */

/** Endings after a dot that belong to the word before it. A closed list: 'in Moscow.Then' is two words. */
const dotted = 'js|net|io|ai|py';
const pattern = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}.])\.net(?![\p{L}\p{N}])`,
    String.raw`[a-z][a-z0-9]*(?:\.(?:${dotted}))+(?![\p{L}\p{N}])`,
    String.raw`[a-z][a-z0-9]*(?:\+{1,2}|#)(?![\p{L}\p{N}+#])`,
    String.raw`(?<![\p{L}\p{N}])[a-z](?:\+\+|#)`,
    String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’ʼ](?=\p{L}))*`,
  ].join('|'),
  'gu',
);
const accents = /(?<=[a-z])\p{M}+/gu;
const apostrophes = /['’ʼ]/gu;

/** NFKC keeps й whole (it is one letter) while é becomes e; ё becomes е. */
export function normalise(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase();
  if (isPlain(lower)) return lower;
  return lower.normalize('NFD').replace(accents, '').normalize('NFC').replaceAll('ё', 'е');
}

export function tokenize(text: string): string[] {
  const found = normalise(text).match(pattern);
  if (!found) return [];
  return found.map((word) => (word.length > 40 ? word.slice(0, 40) : word).replace(apostrophes, ''));
}

function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 127) return false;
  }
  return true;
}
