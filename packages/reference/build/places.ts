import { normalizeName } from '../src/normalize-name.ts';
import { writeTable } from './pack.ts';
import { listOf, readSource, type SourceRow } from './source.ts';
import { stableId } from './stableId.ts';
import { romanize } from './romanize.ts';

/** Alternate spellings per population. The sources do not rank them, and they take space. */
const KEPT_ALTERNATES: readonly { above: number; latin: number; cyrillic: number }[] = [
  { above: 500_000, latin: 20, cyrillic: 5 },
  { above: 100_000, latin: 6, cyrillic: 3 },
  { above: 0, latin: 2, cyrillic: 1 },
];
/** Largest distance in degrees between a hflabs town and its GeoNames entry. */
const SAME_PLACE = 0.15;
const RUSSIAN = /^[а-яё][а-яё\s.'-]*$/i;
const PREFERRED_RUSSIAN = new Map([['Алма-Ата', 'Алматы']]);
const EXTRA_ALIASES = new Map<string, string[]>([
  ['Москва', ['МСК', 'Мск']],
  ['Санкт-Петербург', ['СПб', 'Питер', 'Петербург', 'SPb', 'St. Petersburg', 'St Petersburg', 'Ленинград']],
  ['Екатеринбург', ['ЕКБ', 'Екб']],
  ['Нижний Новгород', ['НН', 'Нижний']],
  ['Новосибирск', ['НСК', 'Нск']],
  ['Ростов-на-Дону', ['Ростов', 'Rostov']],
  ['Нью-Йорк', ['NYC', 'New York']],
  ['Лос-Анджелес', ['LA']],
  ['Сан-Франциско', ['SF']],
  ['Алматы', ['Алма-Ата', 'Alma-Ata']],
  ['Киев', ['Kiev', 'Київ']],
  ['Одесса', ['Odessa']],
  ['Харьков', ['Kharkov']],
  ['Львов', ['Lvov']],
  ['Днепр', ['Dnepr', 'Днепропетровск']],
  ['Дели', ['Delhi', 'New Delhi']],
  ['Мюнхен', ['Munich']],
  ['Кёльн', ['Cologne']],
  ['Вена', ['Vienna']],
  ['Прага', ['Prague']],
  ['Варшава', ['Warsaw']],
  ['Лиссабон', ['Lisbon']],
  ['Белград', ['Belgrade']],
  ['Астана', ['Нур-Султан', 'Nur-Sultan']],
]);

/** Russian names that the sources guess wrongly, by country and GeoNames name. */
const KNOWN_RUSSIAN = new Map([
  ['CL Santiago', 'Сантьяго'],
  ['TW New Taipei City', 'Новый Тайбэй'],
  ['NG Abuja', 'Абуджа'],
  ['DO Santo Domingo', 'Санто-Доминго'],
  ['PH Quezon City', 'Кесон-Сити'],
  ['US Queens', 'Куинс'],
  ['ID Depok', 'Депок'],
  ['CN Kunshan', 'Куньшань'],
  ['CN Ordos', 'Ордос'],
  ['ZA Soweto', 'Соуэто'],
  ['KZ Baikonur', 'Байконур'],
  ['KZ Satpayev', 'Сатпаев'],
  ['UA Pokrovsk', 'Покровск'],
]);

interface CityDraft {
  id: number;
  name: string;
  ascii: string;
  nameRu: string;
  country: string;
  admin1: string;
  lat: number;
  lon: number;
  population: number;
  timezone: string;
  aliases: string[];
}

/** Drops airport codes, sentences and odd romanisations. */
function usefulAlternates(row: SourceRow, taken: Set<string>): string[] {
  const kept = KEPT_ALTERNATES.find((band) => Number(row['population']) >= band.above) ?? { latin: 0, cyrillic: 0 };
  const latin: string[] = [];
  const cyrillic: string[] = [];
  for (const name of listOf(row['alternates'])) {
    const key = normalizeName(name);
    const proper = /^\p{Lu}/u.test(name) && key.length >= 4 && name.length <= 30;
    if (!proper || taken.has(key)) continue;
    const isLatin = /^[A-Za-z\u00c0-\u024f' -]+$/.test(name) && !/['’]$/.test(name);
    if (isLatin && latin.length < kept.latin) latin.push(name);
    else if (RUSSIAN.test(name) && cyrillic.length < kept.cyrillic) cyrillic.push(name);
    else continue;
    taken.add(key);
  }
  return [...latin, ...cyrillic];
}

function cityDraft(row: SourceRow): CityDraft {
  const known = KNOWN_RUSSIAN.get(`${row['country']} ${row['name']}`);
  const given = known ?? row['name_ru'] ?? '';
  // A guess outside Russia may be Bulgarian or Serbian: searchable, but not displayed.
  const guessed = known === undefined && row['name_ru_source'] === 'geonames-guess' && row['country'] !== 'RU';
  const nameRu = guessed ? '' : (PREFERRED_RUSSIAN.get(given) ?? given);
  const name = row['name'] ?? '';
  const ascii = row['ascii_name'] ?? '';
  const extra = [...(EXTRA_ALIASES.get(nameRu) ?? []), ...(guessed && given !== '' ? [given] : [])];
  const taken = new Set([name, ascii, nameRu, ...extra].map(normalizeName));
  const population = Number(row['population']);
  return {
    id: Number(row['id']),
    name,
    ascii: ascii === name ? '' : ascii,
    nameRu,
    country: row['country'] ?? '',
    admin1: row['admin1'] ?? '',
    lat: Math.round(Number(row['lat']) * 1e4) / 1e4,
    lon: Math.round(Number(row['lon']) * 1e4) / 1e4,
    population,
    timezone: row['timezone'] ?? '',
    aliases: [...extra, ...usefulAlternates(row, taken)],
  };
}

/**
 * Districts and abandoned, destroyed or historical places are no cities; United States boroughs
 * are.
 */
function isCity(row: SourceRow): boolean {
  return !/^PPL[QHWX]$/.test(row['feature_code'] ?? '') || (row['feature_code'] === 'PPLX' && row['country'] === 'US');
}

function samePlace(town: SourceRow, known: readonly CityDraft[]): CityDraft | undefined {
  const [lat, lon, key] = [Number(town['lat']), Number(town['lon']), normalizeName(town['name_ru'] ?? '')];
  return known.find((city) => {
    const near = Math.abs(city.lat - lat) < SAME_PLACE && Math.abs(city.lon - lon) < SAME_PLACE * 2;
    return near && [city.nameRu, ...city.aliases].some((name) => normalizeName(name) === key);
  });
}

/**
 * Towns of hflabs/city that GeoNames cities15000 lacks, with region and time zone of their
 * neighbours.
 */
function missingRussianTowns(folder: string, known: readonly CityDraft[]): CityDraft[] {
  // Nine rows contain the region in place of the name.
  const towns = readSource(folder, 'cities/cities_ru_towns.tsv').filter((town) => town['name_ru'] !== town['region']);
  const missing: SourceRow[] = [];
  const regions = new Map<string, CityDraft>();
  for (const town of towns) {
    const city = samePlace(town, known);
    if (city === undefined) missing.push(town);
    else if (city.country === 'RU') regions.set(town['region'] ?? '', city);
  }
  return missing.map((town) => ({
    id: 2_000_000_000 + (stableId(town['fias_id'] ?? '') % 100_000_000),
    name: romanize(town['name_ru'] ?? ''),
    ascii: '',
    nameRu: town['name_ru'] ?? '',
    country: 'RU',
    admin1: regions.get(town['region'] ?? '')?.admin1 ?? '',
    lat: Math.round(Number(town['lat']) * 1e4) / 1e4,
    lon: Math.round(Number(town['lon']) * 1e4) / 1e4,
    population: Number(town['population']) || 0,
    timezone: regions.get(town['region'] ?? '')?.timezone ?? '',
    aliases: [],
  }));
}

export function buildCities(folder: string): void {
  const cities = readSource(folder, 'cities/cities.tsv.gz').filter(isCity).map(cityDraft);
  const towns = missingRussianTowns(folder, cities);
  const all = [...cities, ...towns].toSorted((a, b) => b.population - a.population || a.id - b.id);
  console.log(`cities: ${towns.length} Russian towns added, ${all.filter((city) => city.nameRu !== '').length} with a Russian name`);
  writeTable(
    'cities',
    ['id', 'name', 'ascii', 'name_ru', 'country', 'admin1', 'lat', 'lon', 'population', 'timezone', 'aliases'],
    all.map((c) => [c.id, c.name, c.ascii, c.nameRu, c.country, c.admin1, c.lat, c.lon, c.population, c.timezone, c.aliases]),
  );
}

const EXTRA_COUNTRY_ALIASES: Record<string, string[]> = {
  RU: ['Russian Federation', 'РФ', 'Российская Федерация'],
  US: ['USA', 'America', 'United States of America', 'Соединённые Штаты', 'Америка'],
  GB: ['Great Britain', 'England', 'Англия', 'Британия'],
  AE: ['UAE', 'Объединённые Арабские Эмираты', 'Эмираты'],
  KR: ['Korea', 'Республика Корея', 'Южная Корея'],
  CZ: ['Czech Republic', 'Чешская Республика'],
  BY: ['Белоруссия'],
  KG: ['Кыргызстан'],
  MD: ['Moldova', 'Молдавия'],
  NL: ['Holland', 'Голландия'],
};

export function buildCountries(folder: string): void {
  const rows = readSource(folder, 'countries/countries.tsv').map((row) => {
    const code = row['code'] ?? '';
    const aliases = [...listOf(row['aliases']), ...listOf(row['aliases_ru']), ...(EXTRA_COUNTRY_ALIASES[code] ?? [])];
    return [code, row['name'] ?? '', row['name_ru'] ?? '', [...new Set(aliases)]] as const;
  });
  writeTable('countries', ['code', 'name', 'name_ru', 'aliases'], rows);
}
