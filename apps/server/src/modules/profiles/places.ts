import type { Actor } from '@headwater/domain/roles';
import { cityById, findCity } from '@headwater/reference/cities';
import { countryByCode, findCountry } from '@headwater/reference/countries';
import { localName } from '@headwater/reference/local-name';
import type { StoredProfile } from './tables.ts';

type Language = Actor['language'];
type Location = StoredProfile['locations'][number];

/**
 * Uses the names of filters and suggestions, as profiles write Moscow, Москва and MSK. A city
 * without a Russian name and an unknown place keep their text.
 */
export function cityName({ city, city_id }: Location, language: Language): string | null {
  const known = city_id ? cityById(city_id) : undefined;
  return (language === 'ru' ? known?.nameRu : known?.name) ?? city ?? known?.name ?? null;
}

export function countryName({ country, country_code }: Location, language: Language): string | null {
  const known = country_code ? countryByCode(country_code) : undefined;
  return (language === 'ru' ? known?.nameRu : known?.name) ?? country ?? country_code ?? null;
}

export const countryCode = ({ country_code, city_id }: Location): string | undefined =>
  country_code ?? (city_id ? cityById(city_id)?.country : undefined);

export const namedPlaces = (locations: readonly Location[], language: Language): Location[] =>
  locations.map((location) => ({ ...location, city: cityName(location, language), country: countryName(location, language) }));

/** 'Berlin' or 'Berlin, Germany'; unchanged unless the lists know each part. */
export function placeName(text: string, language: Language): string {
  const [city = '', country, ...rest] = text.split(',').map((part) => part.trim());
  const knownCountry = country === undefined ? undefined : findCountry(country);
  if (rest.length > 0 || (country !== undefined && !knownCountry)) return text;
  const knownCity = findCity(city, knownCountry ? { country: knownCountry.code } : {});
  // Do not put a Latin name into a Russian text.
  if (!knownCity || (language === 'ru' && knownCity.nameRu === null)) return text;
  return [knownCity, knownCountry].flatMap((named) => (named ? [localName(named, language)] : [])).join(', ');
}
