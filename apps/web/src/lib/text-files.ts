export type Catalogue = Record<string, unknown>;
export type TextFiles = Record<string, () => Promise<Catalogue>>;

/** The texts of features. What says where they are is no part of a visitor's first page. */
export const textFiles: TextFiles = import.meta.glob<Catalogue>(
  ['../**/texts/*.json', '!../{app,ui,features/social-sign-in}/texts/*.json'],
  { import: 'default' },
);
