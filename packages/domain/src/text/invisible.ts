/**
 * Zero-width characters for a character class: soft hyphens, direction marks, variation selectors,
 * byte order marks. Copied text contains them, but words never do.
 */
export const invisibleCharacters = String.raw`\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF`;

/** Adds variation selectors and tags that are surrogate pairs. */
const invisible = new RegExp(String.raw`[${invisibleCharacters}]|\uDB40[\uDC00-\uDFFF]`, 'g');

export const withoutInvisible = (text: string): string => text.replace(invisible, '');
