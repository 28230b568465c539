// NUL and lone surrogates, which PostgreSQL rejects.
// oxlint-disable-next-line no-control-regex -- it is looked for
const unkeepable = /[\u0000\p{Surrogate}]/gu;

/** For own text and mail. User input is refused instead. */
export const storableText = (text: string): string => text.replaceAll(unkeepable, '');

export const beginning = (text: string, max: number): string => storableText(text.slice(0, max));
