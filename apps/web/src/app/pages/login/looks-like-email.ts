/** Deliberately loose: catches typos; the server decides. */
export const looksLikeEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text.trim());
