import { withoutInvisible } from '@headwater/domain/text/invisible';
import { namesInCyrillic, unmixAlphabets } from '@headwater/domain/text/look-alikes';
import { normalise } from '@headwater/domain/text/tokenize';

const ASCII = /^[ -~]*$/;
const RUSSIAN = /^(?!\.)[а-яё .'-]*$/;
const NOT_SIGNIFICANT_ASCII = /[^a-z0-9+#&*]/g;
const NOT_SIGNIFICANT = /[^\p{L}\p{M}\p{N}+#&*]/gu;

const withDot = (lower: string) => (/^\.\p{L}/u.test(lower) ? `dot${lower.slice(1)}` : lower);

/**
 * Comparison key of a name: as `normalise`, without spaces, hyphens, dots, slashes and brackets.
 * Keeps `+`, `#`, `&`, `*` and a leading dot, so that C, C++, C# and .NET differ.
 */
export function normalizeName(text: string): string {
  const lower = text.trim().toLowerCase();
  // Fast path for ASCII and Russian: the general one costs ten times as much.
  if (ASCII.test(lower)) return withDot(lower).replace(NOT_SIGNIFICANT_ASCII, '');
  if (RUSSIAN.test(lower)) {
    const key = lower.replaceAll('ё', 'е').replace(/[ .'-]/g, '');
    return namesInCyrillic.get(key) ?? key;
  }
  const significant = normalise(withDot(withoutInvisible(lower).trim())).replace(NOT_SIGNIFICANT, '');
  // Removing a sign can join a combining mark with the preceding character.
  return unmixAlphabets(normalise(significant).replace(NOT_SIGNIFICANT, ''));
}
