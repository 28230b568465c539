import { normaliseAddress } from '@headwater/domain/mail/address';

export const maxAddresses = 50;

const isWrapped = (word: string) => word.startsWith('<') && /[>,;]$/.test(word);

/** Drops names in the format of mail programs. */
export function readAddresses(text: string): string[] {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  // Only in the format "Ada <ada@example.com>" can a word without @ be a name.
  const hasNames = words.some(isWrapped);
  const known = new Map<string, string>();
  for (const word of words) {
    const address = normaliseAddress(word);
    if (address === null && hasNames) continue;
    const shown = address ?? word;
    const key = shown.toLowerCase();
    if (!known.has(key)) known.set(key, shown);
  }
  return [...known.values()];
}
