import type { Catalogue } from './translate.ts';

export type TextFiles = Record<string, () => Promise<Catalogue>>;

export const textFiles: TextFiles = import.meta.glob<Catalogue>(
  ['../**/texts/*.json', '!../{app,ui,features/search,features/social-sign-in}/texts/*.json'],
  { import: 'default' },
);
