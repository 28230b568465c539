import type descriptions from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    'vacancy-descriptions': typeof descriptions;
  }
}
