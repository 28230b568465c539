import { withoutInvisible } from '../text/invisible.ts';

/**
 * Owner of a value. `personal`: one person; `shared`: possibly several people (an office, a team
 * page, a whole site); `uncertain`: a page that may be either; `placeholder`: a filler for a
 * required field.
 */
export type Bearing = 'personal' | 'uncertain' | 'shared' | 'placeholder';

export const cleanValue = (text: string): string => withoutInvisible(text).trim();
