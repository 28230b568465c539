import { isRangeFacet, type Facet } from '@headwater/domain/query/facets';
import { canonicalFilters, type FacetFilterState, type FilterRange, matchOf } from '@headwater/domain/query/filters';
import { decodeFilters, encodeFilters } from '@headwater/domain/query/filters-address';
import { linesOfQuery } from '@headwater/domain/query/query-lines';
import { decodeQuery, encodeQuery } from '@headwater/domain/query/query-address';
import { applied, type QueryEntity, type TermData } from '@headwater/domain/query/term';

export interface Conditions {
  q: string;
  f: string;
  levels: { code: string; level: 'native' | 'fluent' | 'advanced' | 'intermediate' | 'basic' }[];
  labels: Readonly<Record<string, string>>;
}

export type ChipGroup =
  | 'position'
  | 'skill'
  | 'any'
  | 'nice'
  | 'location'
  | 'company'
  | 'current'
  | 'past'
  | 'education'
  | 'text'
  | 'language'
  | 'industry'
  | 'seniorityLevel'
  | 'experience'
  | 'educationLevel'
  | 'contacts'
  | 'general';

interface ChipBase {
  key: string;
  group: ChipGroup;
  isExcluded: boolean;
}

export type Chip =
  | (ChipBase & { kind: 'term'; term: TermData })
  /** `ids`: values that were added together, such as the countries of a region. */
  | (ChipBase & {
      kind: 'value';
      facet: Facet;
      id: string;
      label: string;
      level?: Conditions['levels'][number]['level'] | undefined;
      or?: boolean;
    })
  | (ChipBase & { kind: 'range'; facet: 'experience'; range: FilterRange });

const groups: Partial<Record<TermData['field'], ChipGroup>> = {
  position: 'position',
  lastPosition: 'position',
  skill: 'any',
  skillAny: 'any',
  skillAll: 'skill',
  mainSkillHigh: 'skill',
  preferableSkill: 'nice',
  location: 'location',
  locationRange: 'location',
  companySearch: 'company',
  lastCompanySearch: 'current',
  pastCompanySearch: 'past',
  educationSearch: 'education',
};

const order: readonly ChipGroup[] = [
  'position', 'skill', 'any', 'nice', 'seniorityLevel', 'experience', 'location', 'company', 'current', 'past', 'industry', 'language', 'education',
  'educationLevel', 'contacts', 'general', 'text',
]; // prettier-ignore

const entitiesOf = (q: string): QueryEntity[] => {
  const decoded = decodeQuery(q);
  return decoded.ok ? decoded.value : [];
};
const filtersOf = (f: string): FacetFilterState[] => {
  const decoded = decodeFilters(f);
  return decoded.ok ? decoded.value : [];
};

function termChip(entity: QueryEntity, at: number): Chip[] {
  if (entity.type !== 'APPLIED_TERM') return [];
  const { data: term } = entity;
  const isExcluded = term.is_excluded === true;
  const group = isExcluded && groups[term.field] === 'any' ? 'skill' : (groups[term.field] ?? 'text');
  return [{ kind: 'term', key: `t${at}:${term.field}:${term.text}`, group, isExcluded, term }];
}

function filterChips(filter: FacetFilterState, { labels, levels }: Conditions): Chip[] {
  const { facet, values, range } = filter;
  const isAny = matchOf([filter], facet) === 'any';
  const chips = values.map(({ id, is_excluded, level }, at): Chip => ({
    kind: 'value',
    key: `f:${facet}:${id}`,
    group: facet as ChipGroup,
    isExcluded: is_excluded === true,
    facet,
    id,
    label: labels[`${facet}:${id}`] ?? id,
    level: level ?? (facet === 'language' ? levels.find((one) => one.code === id)?.level : undefined),
    or: isAny && at > 0 && !is_excluded && !values[at - 1]?.is_excluded,
  }));
  const ranges: Chip[] =
    range && facet === 'experience' ? [{ kind: 'range', key: 'experience', group: 'experience', isExcluded: false, facet, range }] : [];
  return [...ranges, ...(isRangeFacet(facet) ? [] : chips)];
}

export function chipsOf(conditions: Conditions): Chip[] {
  const chips = [...entitiesOf(conditions.q).flatMap(termChip), ...filtersOf(conditions.f).flatMap((one) => filterChips(one, conditions))];
  return chips.toSorted((left, right) => order.indexOf(left.group) - order.indexOf(right.group));
}

const isTerm = (entity: QueryEntity, term: TermData) =>
  entity.type === 'APPLIED_TERM' && JSON.stringify(entity.data) === JSON.stringify(term);

function changeTerm(conditions: Conditions, term: TermData, next: readonly QueryEntity[]): Conditions {
  return { ...conditions, q: encodeQuery(entitiesOf(conditions.q).flatMap((entity) => (isTerm(entity, term) ? [...next] : [entity]))) };
}

export function withoutChip(conditions: Conditions, chip: Chip): Conditions {
  if (chip.kind === 'term') return changeTerm(conditions, chip.term, []);
  const filters = filtersOf(conditions.f).map((filter) => {
    if (filter.facet !== chip.facet) return filter;
    if (chip.kind === 'range') return { facet: filter.facet, values: filter.values };
    return { ...filter, values: filter.values.filter((value) => value.id !== chip.id) };
  });
  const levels = conditions.levels.filter((one) => !(chip.kind === 'value' && chip.facet === 'language' && chip.id === one.code));
  return { ...conditions, f: encodeFilters(canonicalFilters(filters)), levels };
}

/** Toggles between wanted and excluded. An excluded wish or alternative becomes a plain skill. */
export function toggleChip(conditions: Conditions, chip: Chip): Conditions {
  if (chip.kind === 'range') return conditions;
  const isExcluded = !chip.isExcluded;
  if (chip.kind === 'term') {
    const { term } = chip;
    const isSkill = chip.group === 'any' || chip.group === 'nice' || chip.group === 'skill';
    const field = isSkill ? (isExcluded ? 'skill' : 'skillAll') : term.field;
    return changeTerm(conditions, term, [applied({ ...term, field, is_excluded: isExcluded })]);
  }
  const filters = filtersOf(conditions.f).map((filter) =>
    filter.facet === chip.facet
      ? { ...filter, values: filter.values.map((value) => (value.id === chip.id ? { ...value, is_excluded: isExcluded } : value)) }
      : filter,
  );
  return { ...conditions, f: encodeFilters(canonicalFilters(filters)) };
}

export const withTerm = (conditions: Conditions, term: TermData): Conditions => ({
  ...conditions,
  q: encodeQuery([...entitiesOf(conditions.q), applied(term)]),
});

/** The request text is omitted because the full form cannot search for it. */
export const plainSearch = ({ q, f }: Pick<Conditions, 'q' | 'f'>) => ({
  q: encodeQuery(entitiesOf(q).filter((entity) => entity.type !== 'AI')),
  f,
});

/** Returns false if the full form shows the query only as boolean text. */
export const isPlainInChips = (q: string): boolean => linesOfQuery(entitiesOf(q)) !== undefined;
