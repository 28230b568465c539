import type aiSearch from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    'ai-search': typeof aiSearch;
  }
}
