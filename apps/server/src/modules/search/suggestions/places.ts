import { localName } from '@headwater/reference/local-name';
import type { Suggestion } from '@headwater/contract/search';
import { cityById } from '@headwater/reference/cities';
import { countryByCode } from '@headwater/reference/countries';
import { regionById } from '@headwater/reference/regions';

type Language = 'en' | 'ru';

/** Candidates to count before the first are shown: most have no people. */
export const mostCounted = 50;

const nameOf = (named: Parameters<typeof localName>[0] | undefined, language: Language) => named && localName(named, language);

/** Does not repeat the name. Null for a country. */
export function placeAround(id: string, name: string, language: Language): string | null {
  const city = /^\d+$/.test(id) ? cityById(Number(id)) : undefined;
  const region = regionById(city ? `${city.country}.${city.admin1}` : id);
  const country = city?.country ?? region?.country;
  const around = [city && nameOf(region, language), country && nameOf(countryByCode(country), language)];
  return [...new Set(around)].filter((part) => part && part !== name).join(', ') || null;
}

const rankOf = ({ is_exact, count }: Suggestion) => (count === 0 ? 2 : 0) + (is_exact ? 0 : 1);

/** Suggestions without people come last, exact names before prefixes. */
export const peopleFirst = (suggestions: readonly Suggestion[]): Suggestion[] =>
  suggestions.toSorted((left, right) => rankOf(left) - rankOf(right));
