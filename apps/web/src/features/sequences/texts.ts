import type sequences from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    sequences: typeof sequences;
  }
}
