import { followsGdpr } from '@headwater/domain/companies/switches';
import { facets, isProtectedFacet, type ProtectedFacet } from '@headwater/domain/query/facets';
import type { Filters } from '@headwater/domain/query/filters';
import type { TermData } from '@headwater/domain/query/term';
import type { QueryTree } from '@headwater/domain/query/tree';
import { isProtectingCountry } from '@headwater/domain/places/age-protection';
import { createLru } from '@headwater/domain/lru';
import { distanceKm, type Point } from '@headwater/domain/places/distance';
import { loadCities } from '@headwater/reference/cities';
import type { CompanyFeatures } from '#modules/companies/public.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { placeNamed } from '../reference-ids.ts';

export type GdprFlags = Record<ProtectedFacet, boolean>;

/** One degree of latitude is 111.19 km. */
const kmOfDegree = 111;
const known = createLru<string, ReadonlySet<string>>(5_000);

function countriesWithin(centre: Point, km: number): ReadonlySet<string> {
  const key = `${centre.lat} ${centre.lon} ${km}`;
  const cached = known.get(key);
  if (cached) return cached;
  const countries = new Set<string>();
  for (const city of loadCities()) {
    if (countries.has(city.country) || Math.abs(city.lat - centre.lat) * kmOfDegree > km) continue;
    if (distanceKm(centre, city) <= km) countries.add(city.country);
  }
  known.set(key, countries);
  return countries;
}

/** Results may match terms under an even number of exclusions. */
function requiredTerms(tree: QueryTree | undefined, isRequired = true): TermData[] {
  if (!tree || tree.op === 'ai') return [];
  if (tree.op === 'term') return isRequired === !tree.term.is_excluded ? [tree.term] : [];
  return tree.op === 'not' ? requiredTerms(tree.of, !isRequired) : tree.of.flatMap((part) => requiredTerms(part, isRequired));
}

const isPlace = (term: TermData) => term.field === 'location' || term.field === 'locationRange';

interface Selection {
  terms: readonly TermData[];
  tree: QueryTree | undefined;
  filters: Filters;
}

function placesOf({ tree, filters }: Selection): { country: string; within?: { point: Point; km: number } }[] {
  const chosen = filters.filter(({ facet }) => facet === 'location').flatMap(({ values }) => values);
  return [
    ...requiredTerms(tree)
      .filter(isPlace)
      .flatMap(({ text, suggestion_id: id, location_range: km }) => {
        const place = placeNamed(text, id);
        if (!place) return [];
        return km && place.point ? { country: place.country, within: { point: place.point, km } } : { country: place.country };
      }),
    ...chosen.flatMap(({ id, is_excluded }) => (is_excluded ? [] : (placeNamed('', id) ?? []))),
  ];
}

/** FLT-006, FLT-007. Throws codes 102 to 104 for unavailable filters, 100 for the country. */
export function checkPlaces(selection: Selection, { features, field }: { features: CompanyFeatures; field: string }): GdprFlags {
  const { terms, filters } = selection;
  const places = placesOf(selection);
  // A radius can cross a border.
  const reached = places.flatMap(({ country, within }) => [country, ...(within ? countriesWithin(within.point, within.km) : [])]);
  const isGuarded = reached.some((country) => isProtectingCountry(country));
  const guarded = facets.filter(isProtectedFacet);
  const isOff = (facet: ProtectedFacet) => isGuarded && followsGdpr(features, facet);
  const used = guarded.find((facet) => isOff(facet) && filters.some((filter) => filter.facet === facet));
  if (used) throw new AppError(`${used}_not_available`);
  const allowed = features.search_countries;
  if (allowed && places.some(({ country }) => !allowed.includes(country))) throw new AppError('location_not_supported');
  for (const term of terms) {
    const isTown = !term.location_range || placeNamed(term.text, term.suggestion_id)?.point !== undefined;
    if (!isTown) throw new FieldErrors({ [field]: 'query_not_a_city' });
  }
  return Object.fromEntries(guarded.map((facet) => [facet, isOff(facet)])) as GdprFlags;
}
