import type suppressions from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    suppressions: typeof suppressions;
  }
}
