import { localName } from '@headwater/reference/local-name';
import type { Suggestion } from '@headwater/contract/search';
import { cityById } from '@headwater/reference/cities';
import { countryByCode } from '@headwater/reference/countries';
import { regionById } from '@headwater/reference/regions';

type Language = 'en' | 'ru';

/** So many are counted before the first are shown: of short beginnings most have nobody. */
export const mostCounted = 50;

const nameOf = (named: Parameters<typeof localName>[0] | undefined, language: Language) => named && localName(named, language);

/** The region and country of a city, the country of a region; what has the name of the place itself is left out. Null for a country. */
export function placeAround(id: string, name: string, language: Language): string | null {
  const city = /^\d+$/.test(id) ? cityById(Number(id)) : undefined;
  const region = regionById(city ? `${city.country}.${city.admin1}` : id);
  const country = city?.country ?? region?.country;
  const around = [city && nameOf(region, language), country && nameOf(countryByCode(country), language)];
  return [...new Set(around)].filter((part) => part && part !== name).join(', ') || null;
}

const rankOf = ({ is_exact, count }: Suggestion) => (count === 0 ? 2 : 0) + (is_exact ? 0 : 1);

/** What has nobody comes last; before it what is called so exactly, and then what begins so. Else the order stays. */
export const peopleFirst = (suggestions: readonly Suggestion[]): Suggestion[] =>
  suggestions.toSorted((left, right) => rankOf(left) - rankOf(right));
