/** FLT-013 to FLT-015 */
type UpdateGroup = 0 | 1 | 2;

interface AnyFacet {
  /** FLT-002, FLT-003 */
  hidden?: true;
  /** FLT-010 */
  openByDefault?: true;
  updateGroup?: UpdateGroup;
  /** FLT-053 */
  fixed?: true;
  /** FLT-004, FLT-005 */
  enabledBy?: 'gender_filter' | 'diversity_filter';
  /** FLT-006, FLT-007 */
  isProtected?: true;
  /** ROLE-055 */
  needs?: 'personal_info' | 'contacts' | 'tags';
  field?: string;
}

export interface WrittenIn {
  list: 'positions' | 'educations' | 'skills';
  key: string;
}

interface ValuesFacet extends AnyFacet {
  /** FLT-008, FLT-009 */
  operator?: 'AND';
  /** The user may choose whether any or all values must match. */
  switchable?: true;
  /** FLT-011, FLT-012 */
  searchable?: true;
  always?: readonly string[];
  only?: readonly string[];
  writtenIn?: WrittenIn;
}

interface RangeOfFacet extends AnyFacet {
  range: {
    /** FLT-037 */
    notSpecified: string;
    /** FLT-045 to FLT-049: in the unit of the address; open at the last mark. */
    marks: readonly (number | readonly [value: number, label: string])[] | 'years';
    factor: number;
    bars: { from: number; to: number; step: number } | 'years';
  };
}

const firstYear = 1970;
/** FLT-035. Telegram is separate, as the product sends by it. */
const contactValues = ['any', 'email', 'phone', 'messengers', 'telegram', 'no'] as const;
export const seniorityLevels = ['junior', 'middle', 'senior'] as const;

/** FLT-001. `documents/build-document` of the server fills the index. */
const table = {
  general: { operator: 'AND', switchable: true, openByDefault: true, updateGroup: 1, fixed: true },
  age: {
    openByDefault: true,
    updateGroup: 1,
    fixed: true,
    isProtected: true,
    needs: 'personal_info',
    range: {
      notSpecified: 'showWithoutAge',
      marks: [0, 18, 20, 25, 30, 35, 40, 50, [60, '60+']],
      factor: 1,
      bars: { from: 16, to: 66, step: 2 },
    },
  },
  experience: {
    openByDefault: true,
    updateGroup: 1,
    fixed: true,
    range: {
      notSpecified: 'showWithoutExperience',
      marks: [0, 1, 2, 3, 4, 5, 7, 10, [15, '15+']],
      factor: 12,
      bars: { from: 0, to: 180, step: 12 },
    },
  },
  onLastPosition: {
    openByDefault: true,
    updateGroup: 1,
    fixed: true,
    range: {
      notSpecified: 'showWithoutLastExperience',
      marks: [0, [6, '0.5'], [12, '1'], [18, '1.5'], [24, '2'], [36, '3'], [48, '4'], [60, '5'], [120, '10+']],
      factor: 1,
      bars: { from: 0, to: 120, step: 6 },
    },
  },
  graduation: {
    openByDefault: true,
    updateGroup: 1,
    fixed: true,
    range: { notSpecified: 'showWithoutGraduation', marks: 'years', factor: 1, bars: 'years' },
  },
  contacts: { openByDefault: true, updateGroup: 0, fixed: true, needs: 'contacts', always: contactValues, only: contactValues },
  /** The value is the tag's name; the company's sets fill it, not the index. */
  tag: { switchable: true, searchable: true, needs: 'tags' },
  language: { operator: 'AND', switchable: true, searchable: true },
  site: { operator: 'AND', switchable: true, searchable: true, needs: 'personal_info' },
  seniorityLevel: { always: seniorityLevels, only: seniorityLevels },
  companySize: {
    field: 'companySizeAny',
    always: ['1-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+'],
  },
  industry: { searchable: true, writtenIn: { list: 'positions', key: 'industry' } },
  skill: { switchable: true, searchable: true, writtenIn: { list: 'skills', key: 'name' } },
  mainSkillHigh: { hidden: true, searchable: true, field: 'mainSkill', writtenIn: { list: 'skills', key: 'name' } },
  diversity: { enabledBy: 'diversity_filter', isProtected: true, needs: 'personal_info' },
  gender: { enabledBy: 'gender_filter', isProtected: true, needs: 'personal_info', only: ['male', 'female', 'unknown'] },
  lastCompany: { searchable: true, writtenIn: { list: 'positions', key: 'company' } },
  pastCompany: { searchable: true, writtenIn: { list: 'positions', key: 'company' } },
  education: { searchable: true, writtenIn: { list: 'educations', key: 'institution' } },
  educationLevel: { always: ['secondary', 'bachelor', 'master', 'doctor', 'other'] },
  location: { searchable: true },
  specialization: { hidden: true, searchable: true },
} as const satisfies Record<string, ValuesFacet | RangeOfFacet>;

type Table = typeof table;
export type Facet = keyof Table;
export type RangeFacet = { [Each in Facet]: Table[Each] extends { range: unknown } ? Each : never }[Facet];
export type ProtectedFacet = { [Each in Facet]: Table[Each] extends { isProtected: true } ? Each : never }[Facet];

export const facets = Object.keys(table) as [Facet, ...Facet[]];

export interface FacetType extends Pick<AnyFacet, 'enabledBy' | 'needs'>, Pick<ValuesFacet, 'always' | 'only' | 'writtenIn'> {
  kind: 'values' | 'range';
  operator: 'AND' | 'OR';
  switchable: boolean;
  hidden: boolean;
  openByDefault: boolean;
  searchable: boolean;
  updateGroup: UpdateGroup;
  fixed: boolean;
  isProtected: boolean;
  field: string;
}

const typeOf = (facet: Facet): FacetType => {
  const row: ValuesFacet & Partial<RangeOfFacet> = table[facet];
  return {
    kind: row.range ? 'range' : 'values',
    operator: row.operator ?? 'OR',
    switchable: row.switchable ?? false,
    hidden: row.hidden ?? false,
    openByDefault: row.openByDefault ?? false,
    searchable: row.searchable ?? false,
    updateGroup: row.updateGroup ?? 2,
    fixed: row.fixed ?? false,
    isProtected: row.isProtected ?? false,
    field: row.field ?? facet,
    ...(row.enabledBy ? { enabledBy: row.enabledBy } : {}),
    ...(row.needs ? { needs: row.needs } : {}),
    ...(row.always ? { always: row.always } : {}),
    ...(row.only ? { only: row.only } : {}),
    ...(row.writtenIn ? { writtenIn: row.writtenIn } : {}),
  };
};

export const facetTypes = Object.fromEntries(facets.map((facet) => [facet, typeOf(facet)])) as Readonly<Record<Facet, FacetType>>;
export const isFacet = (word: string): word is Facet => Object.hasOwn(facetTypes, word);
export const isRangeFacet = (facet: Facet): facet is RangeFacet => facetTypes[facet].kind === 'range';
export const isProtectedFacet = (facet: Facet): facet is ProtectedFacet => facetTypes[facet].isProtected;

const rangeOf = (facet: RangeFacet): RangeOfFacet['range'] => table[facet].range;

/** FLT-037 */
export const notSpecified = Object.fromEntries(
  facets.filter(isRangeFacet).map((facet) => [facet, rangeOf(facet).notSpecified]),
) as Readonly<Record<RangeFacet, string>>;

/** Index units per address unit, such as months per year. */
export const factorOf = (facet: RangeFacet): number => rangeOf(facet).factor;

const steps = (from: number, to: number, step: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);

export function edgesOf(facet: RangeFacet, currentYear: number): number[] {
  const { bars } = rangeOf(facet);
  return bars === 'years' ? steps(firstYear, currentYear + 8, 1) : steps(bars.from, bars.to, bars.step);
}

export interface SliderMark {
  value: number;
  label: string;
}

/** FLT-045 to FLT-049 */
export function sliderOf(facet: RangeFacet, currentYear: number): { min: number; max: number; marks: SliderMark[] } {
  const { marks } = rangeOf(facet);
  const last = currentYear + 7;
  const values = marks === 'years' ? [...steps(firstYear, firstYear + 50, 10), last] : marks;
  const labelled = values.map((mark) =>
    typeof mark === 'number' ? { value: mark, label: String(mark) } : { value: mark[0], label: mark[1] },
  );
  return { min: labelled[0]?.value ?? 0, max: labelled.at(-1)?.value ?? 0, marks: labelled };
}

export type SeniorityLevel = (typeof seniorityLevels)[number];

/** FLT-016: for titles that name no level. */
export function seniorityOf(months: number): SeniorityLevel {
  if (months <= 18) return 'junior';
  return months <= 60 ? 'middle' : 'senior';
}

/** FLT-043, FLT-044 */
export function companySizeScope(included: readonly string[]): 'curr' | 'prev' | 'any' {
  const current = included.includes('curr');
  if (current === included.includes('prev')) return 'any';
  return current ? 'curr' : 'prev';
}
