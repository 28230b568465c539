import type { Catalogue } from './translate.ts';

export type TextFiles = Record<string, () => Promise<Catalogue>>;

/** The texts of features. What says where they are is no part of a first page. */
export const textFiles: TextFiles = import.meta.glob<Catalogue>(
  ['../**/texts/*.json', '!../{app,ui,features/search,features/social-sign-in}/texts/*.json'],
  { import: 'default' },
);
