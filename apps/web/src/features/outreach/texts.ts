import type outreach from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    outreach: typeof outreach;
  }
}
