import type deliverability from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    deliverability: typeof deliverability;
  }
}
