import { withoutInvisible } from '@headwater/domain/text/invisible';
import { namesInCyrillic, unmixAlphabets } from '@headwater/domain/text/look-alikes';
import { normalise } from '@headwater/domain/text/tokenize';

const ASCII = /^[ -~]*$/;
const RUSSIAN = /^(?!\.)[а-яё .'-]*$/;
const NOT_SIGNIFICANT_ASCII = /[^a-z0-9+#&*]/g;
const NOT_SIGNIFICANT = /[^\p{L}\p{M}\p{N}+#&*]/gu;

const withDot = (lower: string) => (/^\.\p{L}/u.test(lower) ? `dot${lower.slice(1)}` : lower);

/**
 * The form under which names are compared: as `normalise` of the words of a search, and no spaces, hyphens, dots, slashes or brackets.
 * `+`, `#`, `&`, `*` stay, and a leading dot becomes `dot`, so that C, C++, C# and .NET remain four names.
 */
export function normalizeName(text: string): string {
  const lower = text.trim().toLowerCase();
  // Nearly every name is plain ASCII or Russian: the general path below costs ten times as much.
  if (ASCII.test(lower)) return withDot(lower).replace(NOT_SIGNIFICANT_ASCII, '');
  if (RUSSIAN.test(lower)) {
    const key = lower.replaceAll('ё', 'е').replace(/[ .'-]/g, '');
    return namesInCyrillic.get(key) ?? key;
  }
  const significant = normalise(withDot(withoutInvisible(lower).trim())).replace(NOT_SIGNIFICANT, '');
  // A mark may follow a letter now that the sign between them is gone.
  return unmixAlphabets(normalise(significant).replace(NOT_SIGNIFICANT, ''));
}
