import { normalizeName } from './normalize-name.ts';
import { indexNames, findNamed } from './name-lookup.ts';
import { once } from './once.ts';
import { readTable } from './table.ts';

export interface Language {
  /** ISO 639-1 */
  code: string;
  iso3: string;
  name: string;
  nameRu: string | null;
  nativeName: string | null;
  aliases: string[];
}

/** Most spoken first, then by code. */
export const loadLanguages: () => Language[] = once(() =>
  readTable('languages', (row) => ({
    code: row.text('code'),
    iso3: row.text('iso3'),
    name: row.text('name'),
    nameRu: row.optional('name_ru'),
    nativeName: row.optional('native_name'),
    aliases: row.list('aliases'),
  })),
);

const byCode = once(() => new Map(loadLanguages().map((language) => [language.code, language])));
const byName = once(() => {
  const index = indexNames(loadLanguages());
  for (const language of loadLanguages()) {
    const key = normalizeName(language.nativeName ?? '');
    if (key !== '' && !index.has(key)) index.set(key, [language]);
  }
  return index;
});

export function languageByCode(code: string): Language | undefined {
  return byCode().get(code.toLowerCase());
}

export function findLanguage(text: string): Language | undefined {
  return findNamed(byName(), text);
}
