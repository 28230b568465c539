import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { companySizeScope, facets, facetTypes, isRangeFacet, notSpecified, seniorityOf, sliderOf } from './facets.ts';
import { decodeFilters, encodeFilters } from './filters-address.ts';
import { canonicalFilters, type FacetFilterState, hasActiveFilter, setMatch, setRange, toggleValue } from './filters.ts';
import { defaultDays, type FilterViewer, generalItems, takesDays, visibleGeneralItems } from './general-facet.ts';

const freeFacets = facets.filter((facet) => !isRangeFacet(facet) && !['general', 'contacts', 'seniorityLevel', 'gender'].includes(facet));
const matched = fc.constantFrom('any' as const, 'all' as const, undefined);
const free = fc.record({
  match: matched,
  facet: fc.constantFrom(...freeFacets),
  values: fc.array(
    fc.record({
      id: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((id) => !/\p{Cc}/u.test(id)),
      is_excluded: fc.boolean(),
    }),
    {
      maxLength: 4,
    },
  ),
});
const end = fc.option(fc.integer({ min: 0, max: 50 }), { nil: null });
const ranged = fc.record({
  facet: fc.constantFrom('age' as const, 'experience' as const, 'onLastPosition' as const, 'graduation' as const),
  values: fc.constant([]),
  range: fc.tuple(end, fc.option(fc.integer({ min: 50, max: 3000 }), { nil: null })).map(([min, max]) => ({ min, max })),
});
const general = fc.record({
  match: matched,
  facet: fc.constant('general' as const),
  values: fc.array(
    fc
      .record(
        {
          id: fc.constantFrom(...generalItems),
          is_excluded: fc.boolean(),
          days: fc.integer({ min: 1, max: 999 }),
          by: fc.constantFrom('user' as const, 'company' as const, 'folder' as const),
        },
        { requiredKeys: ['id'] },
      )
      .map((value) => (value.days !== undefined && !takesDays(value.id) ? { id: value.id } : value)),
    { maxLength: 4 },
  ),
});
const filters: fc.Arbitrary<FacetFilterState[]> = fc
  .array(fc.oneof(free, ranged, general), { maxLength: 5 })
  .map((list) => canonicalFilters(list as FacetFilterState[]));

const decoded = (text: string) => {
  const read = decodeFilters(text);
  return read.ok ? read.value : [];
};

const viewer = (company: Partial<FilterViewer['company']> = {}, more: Partial<FilterViewer> = {}): FilterViewer => ({
  role: 'worker',
  company: {
    enable_mltr: false,
    mltr_days_filter: false,
    comment_days_filter: false,
    remote_filter: false,
    linkedin_filter: false,
    activity_filters: false,
    messaging: false,
    filters: { gender: false, diversity: false, age: false },
    ...company,
  },
  social_accounts: { smartrecruiters_import: false, huntflow_import: false, greenhouse_import: false, workable: false },
  ...more,
});

const keyOf = (text: string) => {
  const read = decodeFilters(text);
  return read.ok ? 'ok' : read.errors[0]?.key;
};

const where = (test: (facet: (typeof facets)[number]) => boolean) => facets.filter(test);

const shows = (item: (typeof generalItems)[number], ...args: Parameters<typeof viewer>) =>
  visibleGeneralItems(viewer(...args)).includes(item);

describe('filters in an address', () => {
  it('[SRCH-014] [FLT-038] [FLT-039] [FLT-040] survive a round trip', () => {
    fc.assert(
      fc.property(filters, (state) => {
        expect(decodeFilters(encodeFilters(state))).toEqual({ ok: true, value: state });
      }),
    );
  });
  it('never throw for any input', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `age:${text};general:${text}`),
        ),
        (text) => {
          expect(typeof decodeFilters(text).ok).toBe('boolean');
        },
      ),
      { numRuns: 1000 },
    );
  });
  it('[FLT-037] [FLT-039] [FLT-040] are readable', () => {
    const state: FacetFilterState[] = [
      { facet: 'age', values: [{ id: 'showWithoutAge' }], range: { min: 25, max: null } },
      { facet: 'companySize', values: [{ id: 'curr' }, { id: '51-200' }, { id: '1-10', is_excluded: true }] },
    ];
    expect(encodeFilters(state)).toBe('age:25-*,showWithoutAge;companySize:curr,51-200,-1-10');
    expect(decodeFilters(encodeFilters(state))).toEqual({ ok: true, value: state });
  });
  it('keep values that are named like members of an object', () => {
    const value = [{ facet: 'site', values: [{ id: 'constructor' }, { id: 'github.com' }] }];
    expect(decodeFilters('site:constructor,github.com')).toMatchObject({ ok: true, value });
    expect(encodeFilters(value as FacetFilterState[])).toBe('site:constructor,github.com');
  });
  it('[FLT-041] treat 0 and infinity as open ends', () => {
    expect(decodeFilters('age:0-40')).toEqual({ ok: true, value: [{ facet: 'age', values: [], range: { min: null, max: 40 } }] });
    expect(decodeFilters('age:18-Infinity')).toEqual({ ok: true, value: [{ facet: 'age', values: [], range: { min: 18, max: null } }] });
    expect(decodeFilters('age:0-*')).toEqual({ ok: true, value: [] });
    expect(setRange([], 'age', { min: 0, max: Infinity })).toEqual([]);
  });
  it('[FLT-033] keep the last choice of viewsTransformer', () => {
    expect(decodeFilters('general:viewsTransformer=views~7,viewsTransformer=shown@folder')).toEqual({
      ok: true,
      value: [{ facet: 'general', values: [{ id: 'shown', by: 'folder' }] }],
    });
    expect(encodeFilters([{ facet: 'general', values: [{ id: 'views', days: 7 }] }])).toBe('general:viewsTransformer=views~7');
  });
  it('[DEC-16] report errors', () => {
    expect(
      [
        'colour:red',
        'age',
        'age:40-20',
        'age:x',
        'general:nothing',
        'general:remote~5',
        'general:views~0',
        'contacts:fax',
        'x'.repeat(10_001),
      ].map(keyOf),
    ).toEqual([
      'filter_unknown',
      'filter_bad_part',
      'filter_bad_range',
      'filter_bad_range',
      'filter_bad_value',
      'filter_bad_days',
      'filter_bad_days',
      'filter_bad_value',
      'query_too_long',
    ]);
  });
});

describe('facets', () => {
  it('[FLT-001] are these nineteen, skills, past companies and tags', () => {
    expect([...facets].toSorted()).toEqual(
      'age companySize contacts diversity education educationLevel experience gender general graduation industry language lastCompany location mainSkillHigh onLastPosition pastCompany seniorityLevel site skill specialization tag'.split(
        ' ',
      ),
    );
  });
  it('[FLT-002] [FLT-003] [FLT-008] [FLT-009] [FLT-010] [FLT-011] [FLT-012] have their rules', () => {
    expect(where((facet) => facetTypes[facet].hidden)).toEqual(['mainSkillHigh', 'specialization']);
    expect(where((facet) => facetTypes[facet].operator === 'AND')).toEqual(['general', 'language', 'site']);
    expect(where((facet) => facetTypes[facet].openByDefault)).toEqual([
      'general',
      'age',
      'experience',
      'onLastPosition',
      'graduation',
      'contacts',
    ]);
    expect(where((facet) => facetTypes[facet].searchable)).toEqual([
      'tag',
      'language',
      'site',
      'industry',
      'skill',
      'mainSkillHigh',
      'lastCompany',
      'pastCompany',
      'education',
      'location',
      'specialization',
    ]);
  });
  it('[FLT-013] [FLT-014] [FLT-015] [FLT-053] are fetched in groups', () => {
    expect(where((facet) => facetTypes[facet].updateGroup === 0)).toEqual(['contacts']);
    expect(where((facet) => facetTypes[facet].updateGroup === 2)).toHaveLength(facets.length - 6);
    expect(facets.filter((facet) => facetTypes[facet].updateGroup === 1)).toEqual([
      'general',
      'age',
      'experience',
      'onLastPosition',
      'graduation',
    ]);
    expect(facets.filter((facet) => facetTypes[facet].fixed)).toEqual([
      'general',
      'age',
      'experience',
      'onLastPosition',
      'graduation',
      'contacts',
    ]);
  });
  it('[FLT-016] derive levels from experience', () => {
    expect([0, 18, 19, 60, 61].map(seniorityOf)).toEqual(['junior', 'junior', 'middle', 'middle', 'senior']);
  });
  it('[FLT-008] [FLT-009] may match any or all values where the user can choose', () => {
    const languages = decodeFilters('language:~any,de~fluent,en;skill:~all,1,2;site:~all,a.io;location:DE');
    expect(languages).toEqual({
      ok: true,
      value: [
        { facet: 'language', values: [{ id: 'de', level: 'fluent' }, { id: 'en' }], match: 'any' },
        { facet: 'site', values: [{ id: 'a.io' }] },
        { facet: 'skill', values: [{ id: '1' }, { id: '2' }], match: 'all' },
        { facet: 'location', values: [{ id: 'DE' }] },
      ],
    });
    const chosen = languages.ok ? languages.value : [];
    expect(encodeFilters(chosen)).toBe('language:~any,de~fluent,en;site:a.io;skill:~all,1,2;location:DE');
    expect(encodeFilters(setMatch(chosen, 'language', 'all'))).toContain('language:de~fluent,en;');
    expect(encodeFilters(toggleValue(chosen, 'language', { id: 'fr' }))).toContain('language:~any,de~fluent,en,fr;');
    expect(encodeFilters(decoded('language:~any'))).toBe('');
    for (const wrong of ['location:~any,DE', 'language:de~better', 'site:a.io~fluent', 'language:~some,de'])
      expect(decodeFilters(wrong)).toMatchObject({ ok: false });
  });
  it('[FLT-042] [FLT-043] [FLT-044] read both or neither of curr and prev as any', () => {
    expect([['curr'], ['prev'], ['curr', 'prev'], ['51-200']].map(companySizeScope)).toEqual(['curr', 'prev', 'any', 'any']);
  });
  it('[FLT-045] [FLT-046] [FLT-047] [FLT-048] [FLT-049] have slider marks', () => {
    expect(sliderOf('age', 2026).marks.map((mark) => mark.label)).toEqual(['0', '18', '20', '25', '30', '35', '40', '50', '60+']);
    expect(sliderOf('experience', 2026).marks.map((mark) => mark.label)).toEqual(['0', '1', '2', '3', '4', '5', '7', '10', '15+']);
    expect(sliderOf('onLastPosition', 2026).marks.map((mark) => mark.value)).toEqual([0, 6, 12, 18, 24, 36, 48, 60, 120]);
    expect(sliderOf('onLastPosition', 2026).marks.map((mark) => mark.label)).toEqual(['0', '0.5', '1', '1.5', '2', '3', '4', '5', '10+']);
    expect([sliderOf('graduation', 2026).min, sliderOf('graduation', 2026).max]).toEqual([1970, 2033]);
  });
  it('[FLT-037] have a value for people without the number', () => {
    expect(notSpecified).toEqual({
      age: 'showWithoutAge',
      experience: 'showWithoutExperience',
      onLastPosition: 'showWithoutLastExperience',
      graduation: 'showWithoutGraduation',
    });
  });
  it('[FLT-038] [FLT-054] include, exclude and clear a value', () => {
    const once = toggleValue([], 'language', { id: 'en' });
    expect(hasActiveFilter(once)).toBe(true);
    expect(toggleValue(once, 'language', { id: 'en' })).toEqual([]);
    expect(toggleValue(once, 'language', { id: 'en', is_excluded: true })).toEqual([
      { facet: 'language', values: [{ id: 'en', is_excluded: true }] },
    ]);
  });
});

describe('general items', () => {
  it('[FLT-018] are these, with viewsTransformer for the four views choices', () => {
    const named =
      'viewsTransformer extViewed smartrecruiters huntflow huntflowInWork remote isFreelancer isFrequentJobChanger greenhouse greenhouseInWork workable workableInWork commentDays shown views folders contacted excludeMultipleLocations hasComment mltrDays mltr';
    expect([...generalItems, 'viewsTransformer'].toSorted()).toEqual(named.split(' ').toSorted());
    expect(decodeFilters('general:viewsTransformer=views')).toEqual(decodeFilters('general:views'));
  });
  it('[FLT-034] count 30 days by default', () => {
    expect(defaultDays).toBe(30);
    expect(generalItems.filter(takesDays).toSorted()).toEqual(['commentDays', 'contacted', 'extViewed', 'mltrDays', 'shown', 'views']);
  });
  it('[FLT-055] show an applied one as checked', () => {
    const applied = toggleValue([{ facet: 'general', values: [{ id: 'remote' }] }], 'general', { id: 'hasComment' });
    expect(applied).toEqual([{ facet: 'general', values: [{ id: 'remote' }, { id: 'hasComment' }] }]);
    expect(hasActiveFilter(applied)).toBe(true);
  });
  it('[FLT-020] [FLT-021] [FLT-022] show likely to respond, with days or without', () => {
    expect([
      shows('mltrDays'),
      shows('mltrDays', { enable_mltr: true, mltr_days_filter: true }),
      shows('mltrDays', {}, { role: 'super_user' }),
    ]).toEqual([false, true, true]);
    expect([shows('mltr', { enable_mltr: true }), shows('mltr', { enable_mltr: true, mltr_days_filter: true })]).toEqual([true, false]);
  });
  it('[FLT-023] [FLT-024] [FLT-025] [FLT-030] [FLT-031] [FLT-032] depend on switches of the company', () => {
    expect([shows('commentDays'), shows('commentDays', { comment_days_filter: true })]).toEqual([false, true]);
    expect([shows('remote'), shows('remote', { remote_filter: true })]).toEqual([false, true]);
    expect([shows('extViewed'), shows('extViewed', { linkedin_filter: true })]).toEqual([false, true]);
    expect([shows('views'), shows('shown', { activity_filters: true }), shows('folders', { activity_filters: true })]).toEqual([
      false,
      true,
      true,
    ]);
    expect([shows('contacted', { activity_filters: true }), shows('contacted', { activity_filters: true, messaging: true })]).toEqual([
      false,
      true,
    ]);
  });
  it('[FLT-026] [FLT-027] [FLT-028] [FLT-029] depend on accounts of the user', () => {
    const linked = { smartrecruiters_import: true, huntflow_import: true, greenhouse_import: true, workable: true };
    const items = [
      'smartrecruiters',
      'huntflow',
      'huntflowInWork',
      'greenhouse',
      'greenhouseInWork',
      'workable',
      'workableInWork',
    ] as const;
    expect(items.filter((item) => shows(item))).toEqual([]);
    expect(items.filter((item) => shows(item, {}, { social_accounts: linked }))).toEqual([...items]);
  });
});
