// A NUL, and half of a surrogate pair, which a cut through an emoji leaves: PostgreSQL keeps neither in its documents.
// oxlint-disable-next-line no-control-regex -- it is looked for
const unkeepable = /[\u0000\p{Surrogate}]/gu;

/** The text without what no database keeps. For text of our own making or of mail; input of people is refused instead. */
export const storableText = (text: string): string => text.replaceAll(unkeepable, '');

/** The first `max` UTF-16 units of a text, or one less where that would cut a character in two. */
export const beginning = (text: string, max: number): string => storableText(text.slice(0, max));
