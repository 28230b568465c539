const PLAIN = /^[a-z0-9]*$/;
const LATIN_MARKS = /([a-z])\p{M}+/gu;
const NOT_SIGNIFICANT = /[^\p{L}\p{M}\p{N}+#&*]/gu;

/**
 * The form under which names are compared: lower case, ё = е, no Latin accents, no spaces, hyphens, dots, slashes or brackets.
 * `+`, `#`, `&`, `*` stay, and a leading dot becomes `dot`, so that C, C++, C# and .NET remain four names.
 */
export function matchKey(text: string): string {
  const lower = text.trim().toLowerCase();
  if (PLAIN.test(lower)) return lower;
  const dotted = /^\.\p{L}/u.test(lower) ? `dot${lower.slice(1)}` : lower;
  const folded = dotted.normalize('NFKD').replace(LATIN_MARKS, '$1').normalize('NFC').replaceAll('ё', 'е');
  return folded.replace(NOT_SIGNIFICANT, '');
}
