import { type Language, readTexts, type TextKey, textKeys, type TextParts } from '../texts.ts';

/** What an answer with a message says beside its text. */
interface Answer {
  /** 400 where nothing else is said. */
  status: number;
  /** The code on the wire: a number where the specification fixes one (RSLT-019 to RSLT-022), a word where the web app acts on it. */
  code?: number | string;
  /** Parts of the message that the answer carries as numbers besides, for programs. */
  shows?: readonly string[];
}

/** A message in both languages. */
export interface Entry extends Answer {
  text: (language: Language, parts?: TextParts) => string;
}

type Catalogues = Parameters<typeof readTexts>[0];

/** The messages of a folder of texts, with what `answers` says of those that are no plain 400. */
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
