import { canonicalFilters, type FacetFilterState } from '../query/filters.ts';
import type { Facet } from '../query/facets.ts';
import type { QueryField } from '../query/fields.ts';
import { locationRanges, skillRanges } from '../query/ranges.ts';
import { applied, type QueryEntity, type TermData } from '../query/term.ts';
import type { LanguageLevel } from '../query/language-levels.ts';
import type { PlainQuery, Slot } from './plain-query.ts';

export interface StructuredQuery {
  query: QueryEntity[];
  filters: FacetFilterState[];
  levels: { code: string; level: LanguageLevel }[];
}

type Place = Extract<Slot, { kind: 'place' }>;
type Skill = Extract<Slot, { kind: 'skill' }>;

const term = (field: QueryField, { id, name, isExcluded }: { id: string; name: string; isExcluded: boolean }): TermData => ({
  field,
  text: name,
  ...(id === '' ? {} : { suggestion_id: id, is_known: true }),
  is_excluded: isExcluded,
});

const value = (facet: Facet, id: string, isExcluded = false): FacetFilterState => ({ facet, values: [{ id, is_excluded: isExcluded }] });

/** Different fields keep two groups of alternatives apart without brackets. */
function skillTerm(slot: Skill, groups: readonly (number | undefined)[]): TermData {
  const years = slot.years === undefined ? undefined : skillRanges.findLast((range) => range <= (slot.years ?? 0));
  const more = years === undefined ? {} : { skill_range: years };
  if (slot.isExcluded) return term('skill', slot);
  if (slot.join === 'nice') return term('preferableSkill', slot);
  if (slot.join === 'all') return { ...term('skillAll', slot), ...more };
  return { ...term(groups.indexOf(slot.group) > 0 ? 'skill' : 'skillAny', slot), ...more };
}

const offeredRange = (km: number) => locationRanges.find((range) => range >= km) ?? locationRanges.at(-1);

/** Regions and areas are no query terms, so all places become values of one facet. */
function placeParts(places: readonly Place[]): { terms: TermData[]; filters: FacetFilterState[] } {
  const isWide = (place: Place) => place.place === 'region' || place.place === 'area';
  const included = places.filter((place) => !place.isExcluded);
  const asFacet = (place: Place) => isWide(place) || (!place.isExcluded && included.some(isWide));
  return {
    terms: places
      .filter((place) => !asFacet(place))
      .map((place) => ({
        ...term(place.km ? 'locationRange' : 'location', place),
        ...(place.km ? { location_range: offeredRange(place.km) } : {}),
      })),
    filters: places
      .filter(asFacet)
      .flatMap((place) => (place.place === 'area' ? place.id.split(',') : [place.id]).map((id) => value('location', id, place.isExcluded))),
  };
}

function filterOf(slot: Slot): FacetFilterState[] {
  switch (slot.kind) {
    case 'level':
      return [value('seniorityLevel', slot.level, slot.isExcluded)];
    case 'experience':
      return [{ facet: 'experience', values: [], range: { min: slot.min, max: slot.max } }];
    case 'degree':
      return [value('educationLevel', slot.level, slot.isExcluded)];
    case 'contact':
      return [value('contacts', slot.contact)];
    case 'flag':
      return [value('general', slot.flag, slot.isExcluded)];
    case 'language':
      return [{ ...value('language', slot.id, slot.isExcluded), ...(slot.isAlternative ? { match: 'any' } : {}) }];
    case 'industry':
      return [value('industry', slot.id, slot.isExcluded)];
    default:
      return [];
  }
}

function termOf(slot: Slot, groups: readonly (number | undefined)[]): TermData[] {
  if (slot.kind === 'title') return [term('position', slot)];
  if (slot.kind === 'skill') return [skillTerm(slot, groups)];
  if (slot.kind === 'company') return [term(slot.isCurrent ? 'lastCompanySearch' : 'companySearch', slot)];
  return slot.kind === 'school' ? [term('educationSearch', slot)] : [];
}

export function structuredQuery({ slots }: Pick<PlainQuery, 'slots'>): StructuredQuery {
  const groups = [...new Set(slots.flatMap((slot) => (slot.kind === 'skill' && slot.join === 'any' ? [slot.group] : [])))];
  const places = placeParts(slots.filter((slot) => slot.kind === 'place'));
  return {
    query: [...slots.flatMap((slot) => termOf(slot, groups)), ...places.terms].map(applied),
    filters: canonicalFilters([...slots.flatMap(filterOf), ...places.filters]),
    levels: slots.flatMap((slot) =>
      slot.kind === 'language' && slot.level && !slot.isExcluded ? [{ code: slot.id, level: slot.level }] : [],
    ),
  };
}
