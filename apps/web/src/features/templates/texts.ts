import type templates from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    templates: typeof templates;
  }
}
