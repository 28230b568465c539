import type statistics from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    'messaging-statistics': typeof statistics;
  }
}
