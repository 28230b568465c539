import { withoutInvisible } from '../text/invisible.ts';

/**
 * Ownership of a value: `personal` names one person, `shared` may belong to several people (an office, a team page, a whole site),
 * `uncertain` is a page that may be either, `placeholder` was typed because a field wanted something.
 */
export type Bearing = 'personal' | 'uncertain' | 'shared' | 'placeholder';

/** A pasted value without invisible characters and outer blanks. */
export const cleanValue = (text: string): string => withoutInvisible(text).trim();
