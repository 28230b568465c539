const ASCII = /^[ -~]*$/;
const RUSSIAN = /^[а-яё .'-]*$/;
const LATIN_MARKS = /([a-z])\p{M}+/gu;
const NOT_SIGNIFICANT_ASCII = /[^a-z0-9+#&*]/g;
const NOT_SIGNIFICANT = /[^\p{L}\p{M}\p{N}+#&*]/gu;

/**
 * The form under which names are compared: lower case, ё = е, no Latin accents, no spaces, hyphens, dots, slashes or brackets.
 * `+`, `#`, `&`, `*` stay, and a leading dot becomes `dot`, so that C, C++, C# and .NET remain four names.
 */
export function normalizeName(text: string): string {
  const lower = text.trim().toLowerCase();
  const dotted = /^\.\p{L}/u.test(lower) ? `dot${lower.slice(1)}` : lower;
  // Nearly every name is plain ASCII or Russian: the general path below costs ten times as much.
  if (ASCII.test(dotted)) return dotted.replace(NOT_SIGNIFICANT_ASCII, '');
  if (RUSSIAN.test(dotted)) return dotted.replaceAll('ё', 'е').replace(/[ .'-]/g, '');
  const significant = dotted.normalize('NFKD').toLowerCase().replace(NOT_SIGNIFICANT, '');
  return significant.replace(LATIN_MARKS, '$1').normalize('NFC').replaceAll('ё', 'е');
}
