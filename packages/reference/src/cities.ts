import { cityNames } from './city-names.ts';
import { normalizeName } from './normalize-name.ts';
import { indexNames } from './name-lookup.ts';
import { once } from './once.ts';
import { readTable } from './table.ts';

export interface City {
  /** GeoNames id; other towns have ids above 2,000,000,000. */
  id: number;
  name: string;
  ascii: string;
  nameRu: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string;
  admin1: string | null;
  /** Degrees, WGS 84. */
  lat: number;
  lon: number;
  population: number;
  timezone: string | null;
  aliases: string[];
}

/** Most populous first. */
export const loadCities: () => City[] = once(() => withWrittenNames(readCities()));

/** Adds missing names to the most populous city of a name and country. */
function withWrittenNames(cities: City[]): City[] {
  const written = new Map(cityNames.map(([name, country, nameRu, ...spellings]) => [`${country} ${name}`, { nameRu, spellings }]));
  for (const city of cities) {
    const key = `${city.country} ${city.name}`;
    const found = written.get(key);
    if (!found) continue;
    written.delete(key);
    city.nameRu ??= found.nameRu;
    city.aliases.unshift(...found.spellings.filter((spelling) => !city.aliases.includes(spelling)));
  }
  return cities;
}

const readCities = (): City[] =>
  readTable('cities', (row) => {
    const name = row.text('name');
    return {
      id: row.number('id'),
      name,
      ascii: row.optional('ascii') ?? name,
      nameRu: row.optional('name_ru'),
      country: row.text('country'),
      admin1: row.optional('admin1'),
      lat: row.number('lat'),
      lon: row.number('lon'),
      population: row.number('population'),
      timezone: row.optional('timezone'),
      aliases: row.list('aliases'),
    };
  });

const byId = once(() => new Map(loadCities().map((city) => [city.id, city])));
const byName = once(() => {
  const index = indexNames(loadCities());
  // A village must not hide a metropolis of that name or alias.
  for (const cities of index.values()) if (cities.length > 1) cities.sort((a, b) => b.population - a.population);
  return index;
});

export function cityById(id: number): City | undefined {
  return byId().get(id);
}

const cityLabel = /^\s*(?:г\.|гор\.|город\s|city\s+of\s)\s*/iu;

/** Most populous first; `country` is an ISO code. */
export function citiesNamed(text: string, { country }: { country?: string } = {}): City[] {
  const cities = byName().get(normalizeName(text)) ?? byName().get(normalizeName(text.replace(cityLabel, ''))) ?? [];
  return country === undefined ? [...cities] : cities.filter((city) => city.country === country.toUpperCase());
}

export function findCity(text: string, options: { country?: string } = {}): City | undefined {
  return citiesNamed(text, options)[0];
}
