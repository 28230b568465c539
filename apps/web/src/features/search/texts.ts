import type alike from './alike/texts/en.json';
import type search from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    search: typeof search;
    /** Of what comes with an open profile, at the foot of the home page and where nobody is found. */
    alike: typeof alike;
  }
}
