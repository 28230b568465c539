import type generation from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    'message-generation': typeof generation;
  }
}
