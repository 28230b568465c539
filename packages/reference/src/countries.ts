import { indexNames, findNamed } from './name-lookup.ts';
import { once } from './once.ts';
import { readTable } from './table.ts';

export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  name: string;
  nameRu: string;
  aliases: string[];
}

/** All countries by code. */
export const loadCountries: () => Country[] = once(() =>
  readTable('countries', (row) => ({
    code: row.text('code'),
    name: row.text('name'),
    nameRu: row.text('name_ru'),
    aliases: row.list('aliases'),
  })),
);

const byCode = once(() => new Map(loadCountries().map((country) => [country.code, country])));
const byName = once(() => indexNames(loadCountries()));

export function countryByCode(code: string): Country | undefined {
  return byCode().get(code.toUpperCase());
}

/** The country a name, short name ("UK", "США") or two-letter code stands for. */
export function findCountry(text: string): Country | undefined {
  return findNamed(byName(), text) ?? countryByCode(text.trim());
}
