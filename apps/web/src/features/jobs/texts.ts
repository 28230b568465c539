import type jobs from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    jobs: typeof jobs;
  }
}
