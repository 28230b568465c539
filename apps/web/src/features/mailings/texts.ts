import type mailings from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    mailings: typeof mailings;
  }
}
