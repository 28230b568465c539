import { type Language, readTexts, type TextKey, textKeys, type TextParts } from '../texts.ts';

interface Answer {
  status: number;
  /**
   * A number if the specification fixes one (RSLT-019 to RSLT-022), a word if the web app needs it.
   */
  code?: number | string;
  shows?: readonly string[];
}

export interface Entry extends Answer {
  text: (language: Language, parts?: TextParts) => string;
}

type Catalogues = Parameters<typeof readTexts>[0];

/** Messages of a folder of texts. `answers` gives statuses and codes other than a plain 400. */
export function entries<Texts extends Catalogues>(
  texts: Texts,
  answers: { readonly [Key in TextKey<Texts['en']>]?: number | Answer } = {},
): Record<TextKey<Texts['en']>, Entry> {
  const read = readTexts(texts) as (key: string, language: Language, parts?: TextParts) => string;
  const declared: Readonly<Record<string, number | Answer | undefined>> = answers;
  const entry = (key: string): Entry => {
    const answer = declared[key] ?? 400;
    return { ...(typeof answer === 'number' ? { status: answer } : answer), text: (language, parts) => read(key, language, parts) };
  };
  return Object.fromEntries(textKeys(texts.en as Texts['en']).map((key) => [key, entry(key)])) as Record<TextKey<Texts['en']>, Entry>;
}
