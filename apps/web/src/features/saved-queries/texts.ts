import type saved from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    'saved-queries': typeof saved;
  }
}
