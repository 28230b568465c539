/**
 * Ownership of a value: `personal` names one person, `shared` may belong to several people (an office, a team page, a whole site),
 * `uncertain` is a page that may be either, `placeholder` was typed because a field wanted something.
 */
export type Bearing = 'personal' | 'uncertain' | 'shared' | 'placeholder';

/** Soft hyphens, zero-width characters, marks of direction, byte order marks: copied along with a value, and never part of it. */
const invisible = /[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu;

/** A pasted value without invisible characters and outer blanks. */
export const cleanValue = (text: string): string => text.replace(invisible, '').trim();
