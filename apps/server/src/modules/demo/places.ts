import { type City, loadCities } from '@headwater/reference/cities';
import { countryByCode } from '@headwater/reference/countries';
import type { ProfileData } from '@headwater/contract/profile-data';
import { type Draw, weighted } from './random.ts';

const draws = new Map<string, Draw<City>>();

export function citiesOf(country: string): Draw<City> {
  const known = draws.get(country);
  if (known) return known;
  const cities = loadCities()
    .filter((city) => city.country === country && city.population > 0 && (city.country !== 'RU' || city.nameRu !== null))
    .toSorted((left, right) => right.population - left.population)
    .slice(0, 90);
  const draw = weighted(cities, (city, index) => city.population * (index === 0 ? 1.6 : 1));
  draws.set(country, draw);
  return draw;
}

export const cityName = (city: City, language: 'en' | 'ru') => (language === 'ru' ? (city.nameRu ?? city.name) : city.name);

export function locationIn(city: City, language: 'en' | 'ru'): ProfileData['locations'][number] {
  const country = countryByCode(city.country);
  return {
    city: cityName(city, language),
    city_id: city.id,
    country_code: city.country,
    country: (language === 'ru' ? country?.nameRu : country?.name) ?? null,
    lat: city.lat,
    lon: city.lon,
  };
}
