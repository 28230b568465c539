import { createLru } from '@headwater/domain/lru';
import { distanceKm, type Point } from '@headwater/domain/places/distance';
import { loadCities } from '@headwater/reference/cities';

/** One degree of latitude is 111.19 km. */
const kmOfDegree = 111;
const known = createLru<string, ReadonlySet<string>>(5_000);

/** Countries with a known city not farther away than that. */
export function countriesWithin(centre: Point, km: number): ReadonlySet<string> {
  const key = `${centre.lat} ${centre.lon} ${km}`;
  const kept = known.get(key);
  if (kept) return kept;
  const countries = new Set<string>();
  for (const city of loadCities()) {
    if (countries.has(city.country) || Math.abs(city.lat - centre.lat) * kmOfDegree > km) continue;
    if (distanceKm(centre, city) <= km) countries.add(city.country);
  }
  known.set(key, countries);
  return countries;
}
