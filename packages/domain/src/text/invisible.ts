/**
 * Characters without a width, as parts of a character class: soft hyphens, zero-width characters, marks of direction, variation
 * selectors, byte order marks. Copied along with words, and never part of them.
 */
export const invisibleCharacters = String.raw`\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF`;

/** With further variation selectors and tags, which are pairs of UTF-16. */
const invisible = new RegExp(String.raw`[${invisibleCharacters}]|\uDB40[\uDC00-\uDFFF]`, 'g');

export const withoutInvisible = (text: string): string => text.replace(invisible, '');
