import { profileData } from '@headwater/contract/profile-data';
import { companySizeScope, type Facet, facets, isRangeFacet } from '@headwater/domain/query/facets';
import { type FacetFilterState, toggleValue } from '@headwater/domain/query/filters';
import { decodeFilters, encodeFilters } from '@headwater/domain/query/filters-address';
import type { QueryField } from '@headwater/domain/query/fields';
import { encodeQuery } from '@headwater/domain/query/query-address';
import { suggestedTerm } from '@headwater/domain/query/suggested-term';
import { applied } from '@headwater/domain/query/term';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateProfiles } from '#modules/demo/generate.ts';
import { upsertProfiles } from '#modules/profiles/store/write.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';

/** Every displayed number equals the number of results that its link opens. */

const here = useInstallation();
let caller: Caller;

const company = 'АО «Альтаир-Софт»';
const welder = {
  first_name: 'Test',
  last_name: 'Capitals',
  positions: [
    { title: 'Welder', company, start: '2020-01', is_current: true },
    { title: 'Fitter', company: 'Severnye Verfi', start: '2018-01', end: '2019-12' },
  ],
  educations: [{ institution: 'Kolledzh No. 7 im. Ivanova', end_year: 2012 }],
  skills: [
    { name: 'ArcFoo Welding', is_principal: true },
    ...Array.from({ length: 20 }, (_, number) => ({ name: `Known thing ${number}`, norm_rating: 0.9 })),
    { name: 'Underwater Python', norm_rating: 0.1 },
  ],
};

beforeAll(async () => {
  caller = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  const people = [...generateProfiles({ count: 400, today: here.clock.now() })].map((profile) => profileData.parse(profile));
  people.push(profileData.parse(welder));
  await here.application.database.asSystem((tx) => upsertProfiles(tx, people, { companyId: null, createdBy: null }));
  await here.application.search.start();
});

const totalOf = async (asked: { q?: string; f?: string }): Promise<number> => {
  const { status, body } = await caller.get(`/api/v6/profiles/?${new URLSearchParams({ ...asked, per_page: '1' }).toString()}`);
  expect(status).toBe(200);
  return body.total;
};

type Counted = { id: string; name: string; count: number | null };

const suggestionsFor = async (text: string, field: QueryField) =>
  (await caller.post('/api/v6/suggestions/', { text, field_types: [field] })).body[field] as Counted[];

const asked: [QueryField, string][] = [
  ['skill', 'pyth'],
  ['skill', 'ja'],
  ['skillAll', 'do'],
  ['mainSkillHigh', 're'],
  ['position', 'dev'],
  ['lastPosition', 'eng'],
  ['companySearch', 'go'],
  ['lastCompanySearch', 'ya'],
  ['location', 'ber'],
  ['location', 'united'],
  ['educationSearch', 'uni'],
];

describe('counts of suggestions', () => {
  it.each(asked)('[SUGG-004] equal the search results of %s for "%s", and empty ones come last', async (field, text) => {
    const found = await suggestionsFor(text, field);
    expect(found.length).toBeGreaterThan(0);
    for (const one of found)
      expect([one.name, one.count]).toEqual([one.name, await totalOf({ q: encodeQuery([applied(suggestedTerm(one, field))]) })]);
    const empty = found.map(({ count }) => count === 0);
    expect(empty).toEqual(empty.toSorted((left, right) => Number(left) - Number(right)));
  });

  it('[SUGG-009] are limited to a hundred per call', async () => {
    const field_types = ['skill', 'position', 'companySearch', 'educationSearch'];
    const { status, body } = await caller.post('/api/v6/suggestions/', { text: 's', field_types, limit: 100 });
    const counted = Object.values<Counted[]>(body).flat();
    expect(status).toBe(200);
    expect(counted.length).toBeGreaterThan(100);
    expect(counted.filter(({ count }) => count !== null)).toHaveLength(100);
  });
});

describe('counts of market insights', () => {
  it.each([
    ['', ''],
    ['["skill:Python"]', ''],
    ['["skill:Docker"]', 'seniorityLevel:senior;contacts:email'],
    ['', 'experience:2-10'],
  ])('[AIS-012] for %s %s equal the results of their filters', async (query, filters) => {
    const { body } = await caller.post('/api/v6/market_insights/', { query, filters });
    expect(await totalOf({ q: query, f: filters })).toBe(body.total);
    const rows = Object.values<{ name: string; count: number; filters: string }[]>(body.insights).flat();
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) expect([row.name, row.count]).toEqual([row.name, await totalOf({ q: query, f: row.filters })]);
  });
});

/** Filters after a click on a value. Company size starts with the current employer. */
function clicked(filters: FacetFilterState[], facet: Facet, id: string): string {
  if (facet !== 'companySize') return encodeFilters(toggleValue(filters, facet, { id }));
  const scope = companySizeScope([]) === 'any' ? [{ id: 'curr' }] : [];
  return encodeFilters([...filters, { facet, values: [...scope, { id }] }]);
}

describe('counts of facets', () => {
  it.each([
    ['', ''],
    ['["skill:Python"]', ''],
    ['', 'language:en;contacts:email'],
  ])('[FLT-050] [FLT-056] for %s %s equal the results after a click on each value', async (query, filters) => {
    const held = decodeFilters(filters);
    const states = held.ok ? held.value : [];
    const counted = await caller.post('/api/v6/profiles/count/', { query, filters: `${filters};companySize:curr`, facets: [...facets] });
    const answers = Object.entries<{ values: Counted[] }>(counted.body.facets) as [Facet, { values: Counted[] }][];
    for (const [facet, { values }] of answers.filter(([name]) => !isRangeFacet(name) && !states.some((state) => state.facet === name))) {
      const shown = values.filter(({ id, count }) => count !== null && id !== 'curr' && id !== 'prev').slice(0, 8);
      for (const { id, name, count } of shown)
        expect([facet, name, count]).toEqual([facet, name, await totalOf({ q: query, f: clicked(states, facet, id) })]);
    }
  });
});

const count = (searches: unknown[]) => caller.post('/api/v6/profiles/counts/', { searches });

describe('counts of chips', () => {
  it('[FLT-057] equal the search without each chip, also in one call for several searches', async () => {
    const chips = ['skill:Python', 'skillAll:Docker', 'location:United States'];
    const query = JSON.stringify(chips);
    const { body } = await caller.post('/api/v6/profiles/chips/', { query, chips: [[0], [1], [2]] });
    const without = chips.map((chip) => JSON.stringify(chips.filter((other) => other !== chip)));
    expect(body.count).toBe(await totalOf({ q: query }));
    expect(body.without).toEqual(await Promise.all(without.map((q) => totalOf({ q }))));
    const { body: counted } = await caller.post('/api/v6/profiles/counts/', { searches: without.map((q) => ({ query: q })) });
    expect(counted.counts).toEqual(body.without);
  });

  it('are null for a search that would be rejected, and reject invalid input at its field', async () => {
    const queries = ['["location:Germany"]', '["skill:Python"]'];
    const { body } = await count(queries.map((query) => ({ query, filters: 'age:20-30' })));
    expect(body.counts).toEqual([null, await totalOf({ q: '["skill:Python"]', f: 'age:20-30' })]);
    for (const bad of [{ query: '[' }, { filters: 'nothing:1' }]) {
      const { status, body: fields } = await count([{ query: '["skill:Python"]' }, bad]);
      expect([status, Object.keys(fields)]).toEqual([400, ['searches']]);
    }
    expect((await count([])).status).toBe(400);
    expect((await count(Array.from({ length: 31 }, () => ({})))).status).toBe(400);
  });
});

describe('search results', () => {
  it('[RSLT-010] show the searched skill first, with past companies, education and experience', async () => {
    const { body } = await caller.get(`/api/v6/profiles/?${new URLSearchParams({ q: '["skill:Underwater Python"]' }).toString()}`);
    const [found] = body.profiles;
    expect(found.skills[0]).toMatchObject({ name: 'Underwater Python', matched: true });
    expect(found).toMatchObject({ skills_count: 22, past_companies: ['Severnye Verfi'] });
    expect(found.education).toEqual({ institution: 'Kolledzh No. 7 im. Ivanova', year: 2012 });
    expect(found.experience_months).toBeGreaterThan(70);
  });
});

describe('names outside the reference lists', () => {
  it('keep their capitalisation in facets and insights', async () => {
    const query = '["position:Welder"]';
    const names = ['lastCompany', 'education', 'mainSkillHigh'];
    const { facets: counted } = (await caller.post('/api/v6/profiles/count/', { query, facets: names })).body;
    const shown = names.flatMap((facet) =>
      counted[facet].values.filter(({ count }: Counted) => count === 1).map(({ name }: Counted) => name),
    );
    expect(shown).toEqual([company, 'Kolledzh No. 7 im. Ivanova', 'ArcFoo Welding']);
    const { insights } = (await caller.post('/api/v6/market_insights/', { query })).body;
    expect(insights.company[0]).toMatchObject({ name: company, count: 1 });
    const searched = await caller.post('/api/v6/profiles/count/', {
      query: '',
      facets: ['lastCompany'],
      facet_search: { lastCompany: 'альт' },
    });
    expect(searched.body.facets.lastCompany.values.map(({ name }: Counted) => name)).toContain(company);
  });
});
