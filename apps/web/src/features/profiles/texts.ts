import type profiles from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    profiles: typeof profiles;
  }
}
