import type { ProfileData } from '@headwater/contract/profile-data';
import { findLanguage } from '@headwater/reference/languages';

type Spoken = ProfileData['languages'][number];

const levels: readonly (readonly [RegExp, NonNullable<Spoken['level']>])[] = [
  // A grade of the European scale says more than the words beside it.
  [/\bC2\b/, 'fluent'],
  [/\bC1\b/, 'advanced'],
  [/\bB[12]\b/, 'intermediate'],
  [/\bA[12]\b/, 'basic'],
  [/native|mother tongue|bilingual|родной|носитель/i, 'native'],
  [/fluent|full professional|свободн|в совершенстве/i, 'fluent'],
  [/advanced|professional working|продвинут/i, 'advanced'],
  [/intermediate|moderate|conversational|limited working|средн|разговорн/i, 'intermediate'],
  [/basic|beginner|elementary|базов|начальн|элементарн|со словар/i, 'basic'],
];

/** The level that words or a CEFR grade stand for. */
export const languageLevel = (text: string): Spoken['level'] | undefined => levels.find(([pattern]) => pattern.test(text))?.[1];

/** A language, its level and some words: what goes on for longer is none, and would be tried at each of its blanks. */
const longestPart = 200;
const separators = /[,;•·|\n]|\s{3,}/;

/** Languages of a section like "English (fluent), German - B1" or "Русский — Родной". */
export function parseLanguages(lines: readonly string[]): ProfileData['languages'] {
  const found = new Map<string, Spoken>();
  let last: Spoken | undefined;
  for (const part of lines.flatMap((line) => line.split(separators))) {
    const name = /^[\p{L} ]+?(?=\s*(?:[-–—:(]|$)|\s+(?:A1|A2|B1|B2|C1|C2|native|fluent|advanced|basic|intermediate|родной)\b)/iu.exec(
      part.trim().slice(0, longestPart),
    )?.[0];
    const language = name ? (findLanguage(name) ?? findLanguage(name.replace(/\s+(?:язык|language)$/i, ''))) : undefined;
    const level = languageLevel(part) ?? null;
    if (language && !found.has(language.code)) {
      last = { code: language.code, level };
      found.set(language.code, last);
    } else if (level && last && last.level === null) last.level = level;
  }
  return [...found.values()];
}
