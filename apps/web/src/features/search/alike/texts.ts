import type alike from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    alike: typeof alike;
  }
}
