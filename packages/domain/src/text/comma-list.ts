/** '1, 2,,2' -> ['1', '2']: the items between commas, without duplicates. */
export const commaList = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

export const isCommaList = (text: string, pattern: RegExp): boolean => commaList(text).every((part) => pattern.test(part));
