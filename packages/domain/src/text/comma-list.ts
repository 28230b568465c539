/** '1, 2,,2' -> ['1', '2']: what stands between commas, each thing once. */
export const commaList = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

/** Whether each thing between the commas is like the pattern. */
export const isCommaList = (text: string, pattern: RegExp): boolean => commaList(text).every((part) => pattern.test(part));
