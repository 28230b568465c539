import { isRangeFacet, notSpecified, type RangeFacet } from '@headwater/domain/query/facets';
import { shownField } from '@headwater/domain/query/fields';
import { type FacetFilterState, type FilterRange, type FilterValue, matchOf } from '@headwater/domain/query/filters';
import { isGeneralItem } from '@headwater/domain/query/general-facet';
import { locationRangeOptions } from '@headwater/domain/query/ranges';
import type { QueryEntity, TermData } from '@headwater/domain/query/term';
import type { TFunction } from '#lib/translate.ts';

/** Part of a search in words. `join`: an operator or bracket between other parts. */
export interface Chip {
  kind: 'term' | 'filter' | 'join';
  text: string;
  label?: string | undefined;
  note?: string | undefined;
  isExcluded?: boolean;
}

export interface FilterName {
  facet: string;
  id: string;
  name: string;
}

interface Wording {
  t: TFunction<['saved-queries', 'search']>;
  unit: 'km' | 'mi';
}

const labelled = ['companySearch', 'educationSearch', 'name', 'comment', 'folder'] as const;
const isLabelled = (field: string): field is (typeof labelled)[number] => (labelled as readonly string[]).includes(field);

function noteOf(term: TermData, { t, unit }: Wording): string | undefined {
  if (term.location_range) {
    const shown = locationRangeOptions(unit).find(({ km }) => km === term.location_range)?.shown;
    return t(`range.${unit}`, { ns: 'search', distance: shown ?? term.location_range });
  }
  const notes = [
    (term.field === 'lastPosition' || term.field === 'lastCompanySearch') && t('chips.now'),
    (term.field === 'mainSkillHigh' || term.is_main_skill) && t('chips.main'),
    term.field === 'skillAll' && t('chips.all'),
    term.field === 'preferableSkill' && t('chips.nice'),
    term.skill_range && t('chip.yearsShort', { ns: 'search', years: term.skill_range }),
  ];
  return notes.filter(Boolean).join(', ') || undefined;
}

function chipOfEntity(entity: QueryEntity, wording: Wording): Chip[] {
  const { t } = wording;
  if (entity.type === 'AI') return [{ kind: 'term', text: `“${entity.text}”` }];
  if (entity.type === 'OPERATOR') return [{ kind: 'join', text: t(`chips.${entity.operator}`) }];
  if (entity.type === 'PAREN') return [{ kind: 'join', text: entity.side === 'open' ? '(' : ')' }];
  if (entity.type === 'SPACE') return [];
  const term = entity.data;
  const field = shownField(term.field);
  return [
    {
      kind: 'term',
      text: term.text,
      label: isLabelled(field) ? t(`fields.${field}`, { ns: 'search' }) : undefined,
      note: noteOf(term, wording),
      isExcluded: term.is_excluded === true,
    },
  ];
}

function rangeText({ min, max }: FilterRange): string {
  if (min === null) return `≤ ${max ?? ''}`;
  return max === null ? `${min}+` : `${min}–${max}`;
}

const nameOf = (facet: FacetFilterState['facet'], id: string, names: readonly FilterName[]) =>
  names.find((name) => name.facet === facet && name.id === id)?.name ?? id;

function valueText(facet: FacetFilterState['facet'], value: FilterValue, { names, t }: Wording & { names: readonly FilterName[] }): string {
  if (isRangeFacet(facet) && value.id === notSpecified[facet]) return t(`missing.${facet as RangeFacet}`, { ns: 'search' });
  if (facet !== 'general') {
    const name = nameOf(facet, value.id, names);
    return value.level ? `${name} (${t(`filters.levels.${value.level}`, { ns: 'search' })})` : name;
  }
  const by = { user: t('chips.byUser'), company: t('chips.byCompany'), folder: t('chips.byFolder') };
  const notes = [value.by && by[value.by], value.days && t('chips.days', { count: value.days })].filter(Boolean).join(', ');
  const item = isGeneralItem(value.id) ? t(`general.${value.id}`, { ns: 'search' }) : value.id;
  return notes ? `${item} (${notes})` : item;
}

function chipsOfFilter(state: FacetFilterState, wording: Wording & { names: readonly FilterName[] }): Chip[] {
  const { facet, values, range } = state;
  const label = facet === 'general' ? undefined : wording.t(`facets.${facet}`, { ns: 'search' });
  const wordsOf = (isExcluded: boolean) =>
    values.filter((value) => (value.is_excluded === true) === isExcluded).map((value) => valueText(facet, value, wording));
  const included = [...(range ? [rangeText(range)] : []), ...wordsOf(false)];
  const excluded = wordsOf(true);
  const join = matchOf([state], facet) === 'any' && !range ? ` ${wording.t('chips.OR')} ` : ', ';
  return [
    ...(included.length > 0 ? [{ kind: 'filter' as const, label, text: included.join(join) }] : []),
    ...(excluded.length > 0 ? [{ kind: 'filter' as const, label, text: excluded.join(', '), isExcluded: true }] : []),
  ];
}

interface Search {
  query: readonly QueryEntity[];
  filters: readonly FacetFilterState[];
}

/** Adjacent terms of one field are alternatives. */
function isAlternative(entity: QueryEntity, before: QueryEntity | undefined): boolean {
  if (entity.type !== 'APPLIED_TERM' || before?.type !== 'APPLIED_TERM') return false;
  const [one, other] = [before.data, entity.data];
  const required = one.field === 'skillAll' || one.field === 'preferableSkill';
  const isPlace = shownField(one.field) === 'location' && shownField(other.field) === 'location';
  return !required && !one.is_excluded && !other.is_excluded && (isPlace || one.field === other.field);
}

/** Terms before filters. */
export const chipsOf = ({ query, filters }: Search, wording: Wording & { names: readonly FilterName[] }): Chip[] => [
  ...query.flatMap((entity, at): Chip[] => [
    ...(isAlternative(entity, query[at - 1]) ? [{ kind: 'join' as const, text: wording.t('chips.OR') }] : []),
    ...chipOfEntity(entity, wording),
  ]),
  ...filters.flatMap((state) => chipsOfFilter(state, wording)),
];

/** The chips as one line, for screen readers and titles. */
export function wordsOf(chips: readonly Chip[], t: Wording['t']): string {
  let line = '';
  for (const [at, { kind, text, label, note, isExcluded }] of chips.entries()) {
    const words = [label && `${label}:`, text, note].filter(Boolean).join(' ');
    const said = kind !== 'join' && isExcluded ? t('chips.none', { label: words }) : words;
    const isJoined = kind === 'join' || chips[at - 1]?.kind === 'join';
    const space = line === '' || line.endsWith('(') || said === ')' ? '' : isJoined ? ' ' : ', ';
    line += space + said;
  }
  return line;
}
