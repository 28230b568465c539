/** A pattern of LIKE and ILIKE for texts that hold these words as they are, `%` and `_` too. */
export const containing = (words: string): string => `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
