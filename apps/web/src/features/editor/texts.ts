import type editor from './texts/en.json';

declare module '#lib/texts.ts' {
  interface Texts {
    editor: typeof editor;
  }
}
