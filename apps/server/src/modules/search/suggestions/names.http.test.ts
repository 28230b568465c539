import { profileData, type ProfileInput } from '@headwater/contract/profile-data';
import { beforeAll, describe, expect, it } from 'vitest';
import { upsertProfiles } from '#modules/profiles/store/write.ts';
import { type Caller, useInstallation } from '../../../../test/installation.ts';

const installation = useInstallation();
const alphabet = '1213645573';
const [classA, classC] = [9_580_954, 26_358_573];
let caller: Caller;

const works = (last_name: string, company: string, company_id?: number): ProfileInput => ({
  first_name: 'Test',
  last_name,
  positions: [{ company, title: 'Engineer', is_current: true, ...(company_id ? { company_id } : {}) }],
});
const found = async (parts: Record<string, string>) => {
  const answer = await caller.get(`/api/v6/profiles/?${new URLSearchParams(parts).toString()}`);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.total;
};

const suggest = async (text: string, limit = 10) =>
  (await caller.post('/api/v6/suggestions/', { text, field_types: ['location'], limit })).body.location as {
    name: string;
    place: string | null;
    count: number;
  }[];

const first = async (field: string, text: string) =>
  (await caller.post('/api/v6/suggestions/', { text, field_types: [field], limit: 2 })).body[field] as { name: string; count: number }[];

beforeAll(async () => {
  caller = await installation.signIn(await installation.addUser(await installation.addCompany(), 'worker'));
  const { database, search } = installation.application;
  const people = [
    works('One', 'Alphabet Inc. (Class C)', classC),
    works('Two', 'Google'),
    works('Three', 'Alphabet Inc. (Class A)'),
    works('Four', 'Yandex'),
    {
      first_name: 'Test',
      last_name: 'Five',
      locations: [{ city: 'Toronto', country_code: 'CA' }],
      positions: [{ company: 'Nowhere', title: 'Software developer', is_current: true }],
    },
    { first_name: 'Test', last_name: 'Six', locations: [{ city: 'Paris', country_code: 'US' }] },
  ].map((one) => profileData.parse(one));
  await database.asSystem((tx) => upsertProfiles(tx, people, { companyId: null, createdBy: null }));
  await search.start();
});

describe('companies with several share classes', () => {
  it('[SRCH-029] [SUGG-004] are one employer under all names and stored ids', async () => {
    for (const part of [
      'companySearch:Google',
      'companySearch:Alphabet Inc. (Class A)',
      { lastCompanySearch: 'Alphabet', id: String(classA) },
      { companySearch: 'Гугл', id: alphabet },
    ])
      expect(await found({ q: JSON.stringify([part]) })).toBe(3);
    for (const id of [alphabet, classA, classC]) expect(await found({ f: `lastCompany:${id}` })).toBe(3);
    expect(await found({ f: `lastCompany:-${classA}` })).toBe(3);
  });

  it('[FLT-011] are counted once', async () => {
    const asked = { query: '', filters: `lastCompany:${classC}`, facets: ['lastCompany'] };
    const { facets } = (await caller.post('/api/v6/profiles/count/', asked)).body;
    const named = facets.lastCompany.values.filter(({ name }: { name: string }) => /alphabet|google/i.test(name));
    expect(named).toEqual([expect.objectContaining({ id: alphabet, count: 3, checked: true })]);
  });
});

describe('places', () => {
  it('[SUGG-004] [SUGG-008] of the same name show their region and country', async () => {
    const moscow = (await suggest('moscow')).filter(({ name }) => name === 'Moscow');
    expect(moscow.map(({ place }) => place)).toEqual(['Russia', 'Idaho, United States']);
    expect((await suggest('Bavaria'))[0]).toMatchObject({ name: 'Bavaria', place: 'Germany' });
    expect((await suggest('Canada'))[0]).toMatchObject({ name: 'Canada', place: null });
  });

  it('[SUGG-004] with people come first, then exact names', async () => {
    expect((await suggest('c', 3))[0]).toMatchObject({ name: 'Canada', count: 1 });
    const paris = await suggest('paris');
    expect(paris[0]).toMatchObject({ name: 'Paris', count: 1, place: expect.stringMatching(/, United States$/) });
    expect(paris).toContainEqual(expect.objectContaining({ name: 'Paris', count: 0, place: expect.stringMatching(/France$/) }));
  });
});

describe('jobs and employers', () => {
  it('[SUGG-004] with people come before others with the same prefix', async () => {
    expect(await first('lastPosition', 'dev')).toEqual([
      expect.objectContaining({ name: 'Software developer', count: 1 }),
      expect.objectContaining({ count: 0 }),
    ]);
    expect((await first('position', 'dev'))[0]).toMatchObject({ name: 'Software developer', count: 1 });
    expect((await first('companySearch', 'yan'))[0]).toMatchObject({ name: 'Yandex', count: 1 });
  });
});
