import type search from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    search: typeof search;
  }
}
