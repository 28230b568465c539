import type { ProfileData } from '@headwater/contract/profile-data';
import { findLanguage } from '@headwater/reference/languages';

type Spoken = ProfileData['languages'][number];

const levels: readonly (readonly [RegExp, NonNullable<Spoken['level']>])[] = [
  // A CEFR grade is more exact than the words beside it.
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

export const languageLevel = (text: string): Spoken['level'] | undefined => levels.find(([pattern]) => pattern.test(text))?.[1];

/** A longer text would be matched at each blank. */
const longestPart = 200;
const separators = /[,;•·|\n]|\s{3,}/;

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
