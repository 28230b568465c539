/** Words of a text, without the signs that enclose an address. */
const words = /[^\s<>()[\]",;:«»“”]+/g;
const at = /[@＠﹫]|%40/i;
/** Bounded, so that long runs are read once. */
const endOfSentence = /[.!?'’]{1,3}$/;

function isAddress(word: string): boolean {
  const sign = at.exec(word);
  return sign !== null && sign.index > 0 && word.includes('.', sign.index + 2);
}

/**
 * Replaces each word with the form of an e-mail address, whether the address exists or not. Also
 * replaces escaped addresses and those with characters that no service accepts.
 */
export const replaceAddresses = (text: string, replace: (address: string) => string): string =>
  text.replace(words, (word) => {
    if (!isAddress(word)) return word;
    const end = endOfSentence.exec(word)?.[0] ?? '';
    return replace(word.slice(0, word.length - end.length)) + end;
  });
