/** FLT-001: the facets, in the order shown. */
export const facets = [
  'general',
  'age',
  'experience',
  'onLastPosition',
  'graduation',
  'contacts',
  'language',
  'site',
  'seniorityLevel',
  'companySize',
  'industry',
  'mainSkillHigh',
  'diversity',
  'gender',
  'lastCompany',
  'education',
  'educationLevel',
  'location',
  'specialization',
] as const;
export type Facet = (typeof facets)[number];
export type RangeFacet = 'age' | 'experience' | 'onLastPosition' | 'graduation';

export interface FacetType {
  kind: 'values' | 'range';
  /** FLT-008, FLT-009: how several included values combine. */
  operator: 'AND' | 'OR';
  /** FLT-002, FLT-003. */
  hidden: boolean;
  /** FLT-010. */
  openByDefault: boolean;
  /** FLT-011, FLT-012. */
  searchable: boolean;
  /** FLT-013 to FLT-015. */
  updateGroup: 0 | 1 | 2;
  /** FLT-053: values are fixed, so that opening fetches nothing. */
  fixed: boolean;
}

const ranges: readonly Facet[] = ['age', 'experience', 'onLastPosition', 'graduation'];
const open: readonly Facet[] = ['general', ...ranges, 'contacts'];
const searchable: readonly Facet[] = [
  'industry',
  'lastCompany',
  'education',
  'specialization',
  'mainSkillHigh',
  'location',
  'language',
  'site',
];

const typeOf = (facet: Facet): FacetType => ({
  kind: ranges.includes(facet) ? 'range' : 'values',
  operator: facet === 'general' || facet === 'language' || facet === 'site' ? 'AND' : 'OR',
  hidden: facet === 'mainSkillHigh' || facet === 'specialization',
  openByDefault: open.includes(facet),
  searchable: searchable.includes(facet),
  updateGroup: facet === 'contacts' ? 0 : facet === 'general' || ranges.includes(facet) ? 1 : 2,
  fixed: open.includes(facet),
});

export const facetTypes = Object.fromEntries(facets.map((facet) => [facet, typeOf(facet)])) as Readonly<Record<Facet, FacetType>>;
export const isFacet = (word: string): word is Facet => Object.hasOwn(facetTypes, word);
export const isRangeFacet = (facet: Facet): facet is RangeFacet => facetTypes[facet].kind === 'range';

export interface SliderMark {
  value: number;
  label: string;
}

const marks = (values: readonly number[], last: string): SliderMark[] =>
  values.map((value, index) => ({ value, label: index === values.length - 1 ? last : String(value) }));
const monthLabels = ['0', '0.5', '1', '1.5', '2', '3', '4', '5'];

/** FLT-045 to FLT-049: marks of the sliders; at the last mark the range is open. Years, but months for onLastPosition. */
export function sliderOf(facet: RangeFacet, currentYear: number): { min: number; max: number; marks: SliderMark[] } {
  if (facet === 'age') return { min: 0, max: 60, marks: marks([0, 18, 20, 25, 30, 35, 40, 50, 60], '60+') };
  if (facet === 'experience') return { min: 0, max: 15, marks: marks([0, 1, 2, 3, 4, 5, 7, 10, 15], '15+') };
  if (facet === 'graduation') {
    const max = currentYear + 7;
    return { min: 1970, max, marks: [1970, 1980, 1990, 2000, 2010, 2020, max].map((value) => ({ value, label: String(value) })) };
  }
  const months = [0, 6, 12, 18, 24, 36, 48, 60];
  return {
    min: 0,
    max: 120,
    marks: [...months.map((value, index) => ({ value, label: monthLabels[index] ?? '' })), { value: 120, label: '10+' }],
  };
}

/** FLT-037: the value that also lets in those who do not state the number. */
export const notSpecified: Readonly<Record<RangeFacet, string>> = {
  age: 'showWithoutAge',
  experience: 'showWithoutExperience',
  onLastPosition: 'showWithoutLastExperience',
  graduation: 'showWithoutGraduation',
};

/** FLT-035. */
export const contactValues = ['any', 'no', 'email', 'phone', 'messengers'] as const;
export const seniorityLevels = ['junior', 'middle', 'senior'] as const;

/** FLT-016: by months of experience. */
export function seniorityOf(months: number): (typeof seniorityLevels)[number] {
  if (months <= 18) return 'junior';
  return months <= 60 ? 'middle' : 'senior';
}

/** FLT-043, FLT-044: which employers the chosen sizes speak of; both or neither of curr and prev mean any. */
export function companySizeScope(included: readonly string[]): 'curr' | 'prev' | 'any' {
  const current = included.includes('curr');
  if (current === included.includes('prev')) return 'any';
  return current ? 'curr' : 'prev';
}
