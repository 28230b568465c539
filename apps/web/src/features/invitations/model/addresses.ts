import { normaliseAddress } from '@headwater/domain/mail/address';

/** Addresses that are invited with one press. */
export const mostAddresses = 50;

const isWrapped = (word: string) => word.startsWith('<') && /[>,;]$/.test(word);

/** What was typed or pasted, however it is separated: each address once, in its order. Names beside the addresses of a mail program are left out. */
export function readAddresses(text: string): string[] {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  // "Ada Lovelace <ada@example.com>"; elsewhere a word that is no address is a mistake, and is shown as one.
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
