import type survey from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    survey: typeof survey;
  }
}
