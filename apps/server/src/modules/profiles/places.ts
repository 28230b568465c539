import type { Actor } from '@headwater/domain/roles';
import { cityById, findCity } from '@headwater/reference/cities';
import { countryByCode, findCountry } from '@headwater/reference/countries';
import { localName } from '@headwater/reference/local-name';
import type { StoredProfile } from './tables.ts';

type Language = Actor['language'];
type Location = StoredProfile['locations'][number];

/**
 * A place is shown by the names that the filters and suggestions beside it have: profiles write Moscow, Москва and MSK. A city without a Russian
 * name stays as the profile has it, and so does what the lists do not know.
 */
export function cityName({ city, city_id }: Location, language: Language): string | null {
  const known = city_id ? cityById(city_id) : undefined;
  return (language === 'ru' ? known?.nameRu : known?.name) ?? city ?? known?.name ?? null;
}

/** As `cityName`, by the code of the country. */
export function countryName({ country, country_code }: Location, language: Language): string | null {
  const known = country_code ? countryByCode(country_code) : undefined;
  return (language === 'ru' ? known?.nameRu : known?.name) ?? country ?? country_code ?? null;
}

/** The country's code, also of a place that only names its city. */
export const countryCode = ({ country_code, city_id }: Location): string | undefined =>
  country_code ?? (city_id ? cityById(city_id)?.country : undefined);

/** All of a profile's places, for its page. */
export const namedPlaces = (locations: readonly Location[], language: Language): Location[] =>
  locations.map((location) => ({ ...location, city: cityName(location, language), country: countryName(location, language) }));

/** A place that is written as one text, 'Berlin' or 'Berlin, Germany', as the lists name it in a language; as it is where they do not know all of it. */
export function placeName(text: string, language: Language): string {
  const [city = '', country, ...rest] = text.split(',').map((part) => part.trim());
  const knownCountry = country === undefined ? undefined : findCountry(country);
  if (rest.length > 0 || (country !== undefined && !knownCountry)) return text;
  const knownCity = findCity(city, knownCountry ? { country: knownCountry.code } : {});
  // A name in Latin letters in the midst of Russian is no translation.
  if (!knownCity || (language === 'ru' && knownCity.nameRu === null)) return text;
  return [knownCity, knownCountry].flatMap((named) => (named ? [localName(named, language)] : [])).join(', ');
}
