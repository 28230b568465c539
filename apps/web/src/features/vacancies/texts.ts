import type vacancies from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    vacancies: typeof vacancies;
  }
}
