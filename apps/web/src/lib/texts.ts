import type app from '../app/texts/en.json';
import type ui from '../ui/texts/en.json';

/**
 * The typed keys by namespace. A feature adds its own beside its texts:
 * `declare module '#lib/texts.ts' { interface Texts { search: typeof en } }`
 */
export interface Texts {
  ui: typeof ui;
  app: typeof app;
}
