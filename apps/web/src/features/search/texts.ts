import type alike from './alike/texts/en.json';
import type search from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    search: typeof search;
    /** Of what comes with an open profile and the foot of the home page. */
    alike: typeof alike;
  }
}
