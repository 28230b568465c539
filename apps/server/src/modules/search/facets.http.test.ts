import { profileData, type ProfileInput } from '@headwater/contract/profile-data';
import { beforeAll, describe, expect, it } from 'vitest';
import { upsertProfiles } from '#modules/profiles/store/write.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';

const installation = useInstallation();
let caller: Caller;

const berlin = { city: 'Berlin', country_code: 'DE' };
const boston = { city: 'Boston', country_code: 'US' };
const person = (last_name: string, more: Partial<ProfileInput> = {}): ProfileInput => ({ first_name: 'Test', last_name, ...more });
const works = (company: string, title = 'Engineer'): Partial<ProfileInput> => ({ positions: [{ company, title, is_current: true }] });

const search = (parts: Record<string, string>) => caller.get(`/api/v6/profiles/?${new URLSearchParams(parts).toString()}`);
const total = async (q: unknown[]) => (await search({ q: JSON.stringify(q) })).body.total;
const count = async (asked: Record<string, unknown>) => {
  const answer = await caller.post('/api/v6/profiles/count/', { query: '', filters: '', facets: [], ...asked });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};

interface Value {
  id: string;
  name: string;
  count: number | null;
}

const around = (km: number) => JSON.stringify([{ location: 'Kaliningrad', km }]);

const typed = async (facet: string, text: string): Promise<[string, number | null][]> => {
  const { facets } = await count({ facets: [facet], facet_search: { [facet]: text } });
  return facets[facet].values.map(({ name, count: found }: Value) => [name, found]);
};

beforeAll(async () => {
  const company = await installation.addCompany({ name: 'Ours', features: { gender_filter: true } });
  caller = await installation.signIn(await installation.addUser(company, 'worker'));
  const crowd = Array.from({ length: 1_100 }, (_, number) => [
    person(`First${number}`, works(`Crowded ${number}`)),
    person(`Second${number}`, works(`Crowded ${number}`)),
  ]).flat();
  const known: ProfileInput[] = [
    person('Germann', { gender: 'male', birth_year: 1990, locations: [berlin] } as Partial<ProfileInput>),
    person('American', { gender: 'male', locations: [boston] }),
    person('Rare', works('Zyxwell Cartage')),
    person('Searcher', works('Yandex')),
    person('Head', works('Nowhere', 'Head of Development')),
    person('Dev', { positions: [{ company: 'Nowhere', title: 'Quantum developer', is_current: true }], updated_on: '2001-01-01' }),
    person('Two', {
      educations: [
        { institution: 'Somewhere', level: 'bachelor' },
        { institution: 'Elsewhere', level: 'master' },
      ],
    }),
    person('One', { educations: [{ institution: 'Somewhere', level: 'bachelor' }] }),
    ...(
      [
        ['Both', ['de', 'fluent'], ['en', 'basic'], ['Zyx', 'Qwv']],
        ['German', ['de', 'basic'], undefined, ['Zyx']],
        ['English', ['en', 'native'], undefined, ['Qwv']],
      ] as const
    ).map(([last_name, one, other, skills]) =>
      person(last_name, {
        languages: [one, ...(other ? [other] : [])].map(([code, level]) => ({ code, level })),
        skills: skills.map((name) => ({ name })),
        remote_ready: last_name === 'German',
        is_freelancer: last_name === 'English',
        positions: [
          { company: 'Presently', title: 'Baker', start: '2020-01', is_current: true },
          { company: `Formerly ${last_name}`, title: 'Baker', start: '2010-01', end: '2019-12', is_current: false },
        ],
      } as ProfileInput),
    ),
    person('Other', { educations: [{ institution: 'Somewhere', level: 'doctor' }] }),
  ];
  const batch = [...crowd, ...known].map((profile) => profileData.parse(profile));
  const { database, search: service } = installation.application;
  await database.asSystem((tx) => upsertProfiles(tx, batch, { companyId: null, createdBy: null }));
  await service.start();
});

describe('facets', () => {
  it('[FLT-006] [FLT-007] are restricted for both ways to choose a place', async () => {
    expect((await search({ f: 'gender:male' })).body.total).toBe(2);
    for (const f of ['location:DE;gender:male', 'location:2950159;gender:male', 'location:US,DE;gender:male'])
      expect((await search({ f })).body).toMatchObject({ code: 103 });
    expect((await search({ f: 'location:DE;age:20-30' })).body).toMatchObject({ code: 102 });
    expect((await search({ f: 'location:DE' })).headers['x-gdpr-gender']).toBe('true');
    expect((await search({ f: 'location:US,-DE;gender:male' })).body.total).toBe(1);
  });

  it('[FLT-006] are restricted if a radius crosses a border', async () => {
    expect((await search({ q: around(160), f: 'gender:male' })).body).toMatchObject({ code: 103 });
    expect((await search({ q: around(20), f: 'gender:male' })).body).toMatchObject({ total: 0 });
    expect((await search({ q: JSON.stringify(['NOT', { location: 'Kaliningrad', km: 160 }]), f: 'gender:male' })).body.total).toBe(2);
  });

  it('[FLT-006] are not restricted if the place is excluded', async () => {
    const q = JSON.stringify(['NOT', '(', 'location:Germany', 'OR', 'location:France', ')']);
    expect((await search({ q, f: 'gender:male' })).body.total).toBe(1);
    expect((await search({ q: '["-location:Germany"]', f: 'gender:male' })).body.total).toBe(1);
    const twice = JSON.stringify(['NOT', '(', 'NOT', '(', 'location:Germany', ')', ')']);
    expect((await search({ q: twice, f: 'gender:male' })).body).toMatchObject({ code: 103 });
  });

  it('[FLT-007] are not counted while restricted', async () => {
    const { payload, facets } = await count({ query: '["location:Germany"]', facets: ['gender', 'age', 'contacts'] });
    expect(payload.gdpr).toEqual({ age: true, gender: true, diversity: true });
    expect(Object.keys(facets)).toEqual(['contacts']);
  });

  it('[RSLT-019] reject places outside the countries of the account', async () => {
    const limited = await installation.addCompany({ name: 'Limited', features: { search_countries: ['US'] } });
    const worker = await installation.signIn(await installation.addUser(limited, 'worker'));
    expect((await worker.get('/api/v6/profiles/?f=location:DE')).body).toMatchObject({ code: 100 });
    expect((await worker.get('/api/v6/profiles/?f=location:US')).body.total).toBe(1);
  });

  it('[FLT-011] find values by name and alias, however rare', async () => {
    expect(await typed('lastCompany', 'cartage')).toEqual([['Zyxwell Cartage', 1]]);
    expect(await typed('lastCompany', 'Zyxwell Ca')).toEqual([['Zyxwell Cartage', 1]]);
    expect(await typed('lastCompany', 'яндекс')).toEqual([[expect.stringMatching(/yandex/i), 1]]);
    expect(await typed('lastCompany', 'crowded 109')).toHaveLength(11);
    expect(await typed('lastCompany', 'no such company')).toEqual([]);
    expect(await typed('location', 'бост')).toEqual([['Boston', 1]]);
    const names = (await typed('location', 'берлин')).map(([name]) => name);
    expect(names.toSorted()).toEqual(['Berlin', 'Berlin, region']);
  });

  it('[FLT-008] [FLT-009] match any or all values, and count what a click finds', async () => {
    const found = async (f: string) => (await search({ f })).body.total;
    const cases: [string, string, number, [string, number][]][] = [
      [
        'language',
        'language:de',
        2,
        [
          ['de', 2],
          ['en', 1],
        ],
      ],
      [
        'language',
        'language:de,en',
        1,
        [
          ['de', 1],
          ['en', 1],
        ],
      ],
      [
        'language',
        'language:~any,de,en',
        3,
        [
          ['de', 2],
          ['en', 2],
        ],
      ],
      [
        'language',
        'language:~any,de~fluent,en~native',
        2,
        [
          ['de', 2],
          ['en', 2],
        ],
      ],
      [
        'language',
        'language:de~fluent',
        1,
        [
          ['de', 1],
          ['en', 1],
        ],
      ],
      [
        'language',
        'language:de,-en~native',
        2,
        [
          ['de', 2],
          ['en', 1],
        ],
      ],
      [
        'language',
        'language:en,-de~fluent',
        1,
        [
          ['de', 0],
          ['en', 1],
        ],
      ],
      [
        'skill',
        'skill:n:zyx',
        2,
        [
          ['n:zyx', 2],
          ['n:qwv', 2],
        ],
      ],
      [
        'skill',
        'skill:n:zyx,n:qwv',
        3,
        [
          ['n:zyx', 2],
          ['n:qwv', 2],
        ],
      ],
      [
        'skill',
        'skill:~all,n:zyx,n:qwv',
        1,
        [
          ['n:zyx', 1],
          ['n:qwv', 1],
        ],
      ],
      [
        'general',
        'general:~any,remote,isFreelancer',
        2,
        [
          ['remote', 1],
          ['isFreelancer', 1],
        ],
      ],
      [
        'general',
        'general:~any,remote,mltrDays~30',
        1,
        [
          ['remote', 1],
          ['isFreelancer', 1],
        ],
      ],
      ['pastCompany', 'pastCompany:n:formerly german', 1, [['n:formerly german', 1]]],
      ['pastCompany', 'pastCompany:n:presently', 0, [['n:presently', 0]]],
    ];
    for (const [facet, f, people, counts] of cases) {
      expect([f, await found(f)]).toEqual([f, people]);
      const { facets, payload } = await count({ filters: f, facets: [facet] });
      expect(payload.count).toBe(people);
      const values = new Map(facets[facet].values.map((value: Value) => [value.id, value.count]));
      expect([f, counts.map(([id]) => [id, values.get(id) ?? 0])]).toEqual([f, counts]);
    }
    expect(await typed('skill', 'zy')).toEqual([['Zyx', 2]]);
    expect(await typed('pastCompany', 'formerly')).toHaveLength(3);
    expect(await total(['pastCompanySearch:Formerly German'])).toBe(1);
    expect(await total(['pastCompanySearch:Presently'])).toBe(0);
    expect(await total(['companySearch:Presently'])).toBe(3);
    expect((await search({ f: 'language:de~best' })).status).toBe(400);
  });

  it('[FLT-009] count the results of a click, also next to an excluded value', async () => {
    const { facets } = await count({ filters: 'educationLevel:-master', facets: ['educationLevel'] });
    const counts = new Map(facets.educationLevel.values.map(({ id, count: found }: Value) => [id, found]));
    expect([counts.get('bachelor'), counts.get('doctor')]).toEqual([1, 1]);
    // An excluded value shows how many people it removes.
    expect(counts.get('master')).toBe(1);
    expect((await search({ f: 'educationLevel:-master,bachelor' })).body.total).toBe(1);
  });
});

it('[AIS-001] ignores AI parts anywhere in the query', async () => {
  const all = await total([]);
  const head = 'position:Head of Development';
  expect(await total([{ ai: 'who leads' }])).toBe(all);
  expect(await total(['NOT', { ai: 'who leads' }])).toBe(all);
  expect(await total([head])).toBe(1);
  expect(await total([{ ai: 'who leads' }, 'OR', head])).toBe(1);
  expect(await total(['NOT', '(', { ai: 'who leads' }, 'OR', head, ')'])).toBe(all - 1);
});

it('[SRCH-015] ranks the exact title above one of the same stem', async () => {
  const { profiles } = (await search({ q: '["position:Developer"]' })).body;
  expect(profiles.map(({ title }: { title: string }) => title)).toEqual(['Quantum developer', 'Head of Development']);
});
