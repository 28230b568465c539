import { profileData, type ProfileInput } from '@headwater/contract/profile-data';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateProfiles } from '#modules/demo/generate.ts';
import { upsertProfiles } from '#modules/profiles/store/write.ts';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';

const installation = useInstallation();
const people = 300;
const largest = '10001+';
let ours: number;
let theirs: number;
let user: TestUser;
let caller: Caller;
let foreign: Caller;
let stored: { id: number; company_id: number | null; data: ReturnType<typeof profileData.parse> }[];

async function add(profiles: ProfileInput[], companyId: number | null = null): Promise<number[]> {
  const batch = profiles.map((profile) => profileData.parse(profile));
  const { database } = installation.application;
  const write = (tx: Parameters<typeof upsertProfiles>[0]) => upsertProfiles(tx, batch, { companyId, createdBy: null });
  const { ids } = await (companyId === null ? database.asSystem(write) : database.inCompany(companyId, write));
  return ids.map((id) => id ?? 0);
}

const address = (parts: Record<string, unknown>) =>
  `/api/v6/profiles/?${new URLSearchParams(Object.entries(parts).map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)])).toString()}`;
const find = async (parts: Record<string, unknown>, as: Caller = caller) => {
  const answer = await as.get(address(parts));
  expect({ status: answer.status, error: answer.status === 200 ? undefined : answer.body }).toEqual({ status: 200, error: undefined });
  return answer.body;
};
const idsOf = async (parts: Record<string, unknown>, as: Caller = caller): Promise<number[]> =>
  (await find({ per_page: '100', ...parts }, as)).profiles
    .map((profile: { id: number }) => profile.id)
    .toSorted((a: number, b: number) => a - b);
const visible = (row: (typeof stored)[number]) => row.company_id === null || row.company_id === ours;
const expected = (test: (data: (typeof stored)[number]['data']) => boolean) =>
  stored.filter((row) => visible(row) && test(row.data)).map((row) => row.id);
const hasSkill = (name: string) => (data: (typeof stored)[number]['data']) =>
  data.skills.some((skill) => !skill.deleted && skill.name.toLowerCase() === name.toLowerCase());

const namesOf = async (q: unknown) => (await find({ q, per_page: '100' })).profiles.map((profile: { name: string }) => profile.name);
const totalOf = async (text: string) => (await find({ q: [`text:${text}`] })).total;
const testersAt = async (q: unknown) => (await find({ q: [q, 'name:Test'] })).profiles.map((profile: { name: string }) => profile.name);
const count = async (filters: string, facets: string[] = []) =>
  (await caller.post('/api/v6/profiles/count/', { query: '', filters, facets })).body;
const isGender = (gender: string) => expected((data) => (data.gender ?? 'unknown') === gender).length;
const speaks = (code: string) => (data: (typeof stored)[number]['data']) => data.languages.some((language) => language.code === code);
const levels = (level: string) => (data: (typeof stored)[number]['data']) => data.educations.some((education) => education.level === level);
const year = (data: (typeof stored)[number]['data']) => Math.max(...data.educations.map((education) => education.end_year ?? -Infinity));
const holds = (data: (typeof stored)[number]['data'], which: (current: boolean) => boolean) =>
  data.positions.some((held) => held.company_size === largest && which(Boolean(held.is_current || (!held.end && held.start))));

const person = (last: string, more: Partial<ProfileInput> = {}): ProfileInput => ({ first_name: 'Test', last_name: last, ...more });

beforeAll(async () => {
  ours = await installation.addCompany({ name: 'Ours', features: { has_messaging: true, gender_filter: true, activity_filters: true } });
  theirs = await installation.addCompany({ name: 'Theirs' });
  user = await installation.addUser(ours, 'worker');
  caller = await installation.signIn(user);
  foreign = await installation.signIn(await installation.addUser(theirs, 'worker'));
  const batch: ProfileInput[] = [];
  for (const generated of generateProfiles({ count: people, today: installation.clock.now() })) batch.push(generated);
  await add(batch);
  await add([
    person('Zzcplus', { skills: [{ name: 'C++', years: 4, is_principal: true }], locations: [{ city: 'Moscow', country_code: 'RU' }] }),
    person('Zzcsharp', { skills: [{ name: 'C#' }], locations: [{ city: 'Khimki', country_code: 'RU' }] }),
    {
      first_name: 'Пётр',
      last_name: 'Зиверов',
      nick: 'ziver99',
      contacts: [
        { type: 'email', value: 'Peter.Z@example.test' },
        { type: 'telegram', value: '@zi_verov' },
      ],
    },
    person('Phrase', { about: 'I built distributed ledger systems for banks' }),
    person('Noexp', { positions: [] }),
  ]);
  await add([person('Secretov', { skills: [{ name: 'C++' }] })], theirs);
  await add([person('Ourown', { skills: [{ name: 'C++' }] })], ours);
  stored = await installation.sql('select id, company_id, data from profiles order by id');
  await installation.application.search.start();
});

describe('search', () => {
  it('[SRCH-001] [RSLT-001] [RSLT-005] [RSLT-009] returns a page, the exact total and the extras of each profile', async () => {
    const body = await find({});
    expect(body.total).toBe(stored.filter(visible).length);
    expect(body.profiles).toHaveLength(20);
    expect(Object.keys(body).toSorted()).toEqual(['excluded_items', 'folder_id', 'folder_name', 'pages', 'profile_referer', 'profiles', 'profiles_events', 'query_id', 'took_ms', 'total']); // prettier-ignore
    expect(body.pages).toEqual({ current: 1, total: Math.ceil(body.total / 20) });
    expect(body.profiles[0]).toMatchObject({ id: expect.any(Number), name: expect.any(String), why: [], folders: [], viewed: false });
  });

  it('[RSLT-003] [RSLT-004] [REQ-010] sends page links and GDPR flags in headers', async () => {
    const { headers } = await caller.get(address({ page: '2', per_page: '10' }));
    expect(headers['link']).toMatch(
      /^<[^>]*page=1[^>]*>; rel="first", <[^>]*page=1[^>]*>; rel="prev", <[^>]*page=3[^>]*>; rel="next", <[^>]*>; rel="last"$/,
    );
    expect([headers['x-gdpr-gender'], headers['x-gdpr-diversity'], headers['x-gdpr-age']]).toEqual(['false', 'false', 'false']);
    expect(headers['x-profile-referer']).toMatch(/^search:\d+$/);
  });

  it('[SRCH-015] finds exactly the people with a skill', async () => {
    const common = ['Python', 'SQL', 'Java', 'JavaScript', 'Excel'].toSorted(
      (a, b) => expected(hasSkill(b)).length - expected(hasSkill(a)).length,
    );
    const [first = '', second = ''] = common;
    expect(expected(hasSkill(first)).length).toBeGreaterThan(0);
    expect((await find({ q: [`skill:${first}`] })).total).toBe(expected(hasSkill(first)).length);
    const either = expected((data) => hasSkill(first)(data) || hasSkill(second)(data));
    expect((await find({ q: [`skill:${first}`, `skill:${second}`] })).total).toBe(either.length);
    const both = expected((data) => hasSkill(first)(data) && hasSkill(second)(data));
    expect((await find({ q: [`skillAll:${first}`, `skillAll:${second}`] })).total).toBe(both.length);
    expect((await find({ q: [`skill:${first}`, 'AND', `skill:${second}`] })).total).toBe(both.length);
    const without = expected((data) => hasSkill(first)(data) && !hasSkill(second)(data));
    expect((await find({ q: [`skill:${first}`, `-skill:${second}`] })).total).toBe(without.length);
  });

  it('[SRCH-015] distinguishes C++ from C#, and main skills by years', async () => {
    const plus = await namesOf(['skill:C++']);
    expect(plus).toContain('Test Zzcplus');
    expect(plus).toContain('Test Ourown');
    expect(plus).not.toContain('Test Zzcsharp');
    expect(await namesOf(['skill:C#'])).toContain('Test Zzcsharp');
    expect(await namesOf([{ mainSkillHigh: 'C++', years: 4 }])).toContain('Test Zzcplus');
    expect(await namesOf([{ mainSkillHigh: 'C++', years: 5 }])).not.toContain('Test Zzcplus');
    expect(await namesOf([{ mainSkillHigh: 'C++' }])).not.toContain('Test Ourown');
  });

  it('[SRCH-050] finds by name in either script, by email, Telegram and nick', async () => {
    for (const text of ['Зиверов', 'Ziverov', 'Пётр Зиверов', 'peter.z@example.test', '@zi_verov', 't.me/zi_verov', 'ziver99']) {
      const body = await find({ q: [`name:${text}`] });
      expect(body.profiles.map((profile: { name: string }) => profile.name)).toContain('Пётр Зиверов');
    }
  });

  it('matches words of a text only in their order', async () => {
    expect(await totalOf('distributed ledger systems')).toBe(1);
    expect(await totalOf('ledger distributed')).toBe(0);
    expect(await totalOf('ledg*')).toBe(1);
  });

  it('[SRCH-055] [SRCH-059] accepts a radius only around cities', async () => {
    expect(await testersAt({ location: 'Moscow', km: 40 })).toEqual(expect.arrayContaining(['Test Zzcplus', 'Test Zzcsharp']));
    expect(await testersAt('location:Moscow')).not.toContain('Test Zzcsharp');
    const answer = await caller.get(address({ q: [{ location: 'Russia', km: 40 }] }));
    expect([answer.status, answer.body.q]).toEqual([400, ['Location range is only available for cities or towns']]);
  });

  it('[RSLT-016] reports the matching terms and fields', async () => {
    const body = await find({ q: ['name:Zzcplus', 'skill:C++'] });
    expect(body.profiles[0].why).toEqual(
      expect.arrayContaining([
        { field: 'name', text: 'Zzcplus', where: 'name' },
        { field: 'skill', text: 'C++', where: 'mainSkill' },
      ]),
    );
    expect(body.profiles[0].skills[0]).toMatchObject({ name: 'C++', matched: true });
    const hints = await caller.get(`/api/profiles/${body.profiles[0].id}/search_hints/${body.query_id}`);
    expect(hints.status).toBe(200);
    expect(hints.body.hints).toContainEqual({ field: 'name', text: 'Zzcplus', where: 'name' });
    expect((await foreign.get(`/api/profiles/${body.profiles[0].id}/search_hints/${body.query_id}`)).status).toBe(404);
  });

  it('never returns profiles that another company added', async () => {
    expect(await idsOf({ q: ['name:Secretov'] })).toEqual([]);
    expect(await idsOf({ q: ['name:Secretov'] }, foreign)).toHaveLength(1);
    expect(await idsOf({ q: ['name:Ourown'] }, foreign)).toEqual([]);
    expect((await find({}, foreign)).total).toBe(stored.filter((row) => row.company_id === null || row.company_id === theirs).length);
  });

  it('[SRCH-013] sorts by update day and rejects an unknown order', async () => {
    const { profiles } = await find({ s: 'updated', per_page: '50' });
    const days = profiles.map((profile: { updated_on: string | null }) => profile.updated_on).filter(Boolean);
    expect(days).toEqual([...days].toSorted().toReversed());
    expect((await caller.get(address({ s: 'colour' }))).status).toBe(400);
  });

  it('shows a change immediately to the user who made it', async () => {
    const [id = 0] = await add([person('Justnow')], ours);
    expect(await idsOf({ q: ['name:Justnow'] })).toEqual([id]);
    await installation.application.database.inCompany(ours, async (tx) => {
      const { replaceProfile } = await import('#modules/profiles/store/write.ts');
      const [row] = await installation.sql<{ data: (typeof stored)[number]['data'] }>('select data from profiles where id = $1', [id]);
      await replaceProfile(tx, id, { ...(row?.data ?? profileData.parse({})), last_name: 'Renamed' });
    });
    expect(await idsOf({ q: ['name:Justnow'] })).toEqual([]);
    expect(await idsOf({ q: ['name:Renamed'] })).toEqual([id]);
    stored = await installation.sql('select id, company_id, data from profiles order by id');
  });
});

describe('filters and facets', () => {
  it('[FLT-057] [FLT-058] [FLT-060] are counted exactly, each facet without its own filter', async () => {
    const female = await count('gender:female', ['gender', 'language']);
    expect(female.payload).toEqual({ count: isGender('female'), gdpr: { age: false, gender: false, diversity: false } });
    const genders = Object.fromEntries(female.facets.gender.values.map((value: { id: string; count: number }) => [value.id, value.count]));
    expect([genders.female, genders.male]).toEqual([isGender('female'), isGender('male')]);
    expect(female.facets.gender.values.find((value: { id: string }) => value.id === 'female')).toMatchObject({
      checked: true,
      excluded: false,
      name: 'Female',
    });
    for (const value of female.facets.language.values.slice(0, 5)) {
      const speakers = expected((data) => data.gender === 'female' && data.languages.some((language) => language.code === value.id));
      expect([value.id, value.count]).toEqual([value.id, speakers.length]);
    }
  });

  it('[FLT-008] [FLT-009] require all values of a language facet, and any value of others', async () => {
    const both = expected((data) => speaks('en')(data) && speaks('ru')(data)).length;
    expect((await find({ f: 'language:en,ru' })).total).toBe(both);
    expect((await find({ f: 'language:en,-ru' })).total).toBe(expected((data) => speaks('en')(data) && !speaks('ru')(data)).length);

    expect((await find({ f: 'educationLevel:bachelor,master' })).total).toBe(
      expected((data) => levels('bachelor')(data) || levels('master')(data)).length,
    );
  });

  it('[FLT-037] [FLT-040] [FLT-041] count ranges inclusively, and missing numbers on request', async () => {
    const within = expected((data) => year(data) >= 2010 && year(data) <= 2018).length;
    const missing = expected((data) => year(data) === -Infinity).length;
    expect((await find({ f: 'graduation:2010-2018' })).total).toBe(within);
    expect((await find({ f: 'graduation:2010-2018,showWithoutGraduation' })).total).toBe(within + missing);
    expect((await find({ f: 'graduation:2010-*' })).total).toBe(expected((data) => year(data) >= 2010).length);
    const { facets } = (await caller.get('/api/profiles/filters/?facets=graduation,experience')).body;
    const { counts, edges, below, above } = facets.graduation.histogram;
    expect(edges[0]).toBe(1970);
    expect(counts[2015 - 1970]).toBe(expected((data) => year(data) === 2015).length);
    expect(below + above + counts.reduce((sum: number, one: number) => sum + one, 0) + missing).toBe((await find({})).total);
    expect(facets.experience.histogram.edges.slice(0, 3)).toEqual([0, 1, 2]);
  });

  it('[FLT-036] [FLT-043] apply company sizes to the selected employers', async () => {
    expect((await find({ f: `companySize:${largest}` })).total).toBe(expected((data) => holds(data, () => true)).length);
    const current = (await find({ f: `companySize:curr,${largest}` })).total;
    expect(current).toBeLessThanOrEqual((await find({ f: `companySize:curr,prev,${largest}` })).total);
    expect(current).toBeGreaterThanOrEqual(expected((data) => holds(data, (isCurrent) => isCurrent)).length);
  });

  it('[FLT-006] [FLT-007] [RSLT-020] [RSLT-021] hide age, gender and diversity for protected places', async () => {
    expect((await caller.get(address({ q: ['location:Berlin'] }))).headers['x-gdpr-age']).toBe('true');
    const answer = await caller.get(address({ q: ['location:Berlin'], f: 'age:20-30' }));
    expect([answer.status, answer.body.code]).toEqual([400, 102]);
    expect((await caller.get(address({ q: ['location:Berlin'], f: 'gender:male' }))).body.code).toBe(103);
    expect((await find({ f: 'diversity:race:x' })).excluded_items).toEqual([{ kind: 'filter', text: 'diversity' }]);
  });

  it('[RSLT-019] reject places that the account may not search', async () => {
    const limited = await installation.addCompany({ name: 'Limited', features: { search_countries: ['US'] } });
    const person = await installation.signIn(await installation.addUser(limited, 'worker'));
    const answer = await person.get(address({ q: ['location:Moscow'] }));
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([400, 100, 'This location is not supported for your account']);
  });

  it('[FLT-019] [FLT-033] filter by the activity of the user', async () => {
    const [first = 0, second = 0] = await idsOf({});
    expect((await caller.get(`/api/internal/profiles/${first}/`)).status).toBe(200);
    expect(await idsOf({ f: 'general:viewsTransformer=views' })).toEqual([first]);
    expect(await idsOf({ f: 'general:viewsTransformer=views' }, foreign)).toEqual([]);
    expect(await idsOf({ f: 'general:-viewsTransformer=views' })).not.toContain(first);
    expect(await idsOf({ f: 'general:-viewsTransformer=views' })).toContain(second);
    const { profiles, profiles_events: events } = await find({ per_page: '100' });
    expect(profiles.find((profile: { id: number }) => profile.id === first).viewed).toBe(true);
    expect(events).toContainEqual(expect.objectContaining({ profile_id: first, event: 'viewed', user_id: user.id }));
    const listed = await caller.get('/api/profiles_events/?only_viewed=true');
    expect(listed.body.profiles_events.map((event: { event: string }) => event.event)).toEqual(['viewed']);
    expect((await caller.get('/api/profiles_events/')).body.profiles_events.length).toBeGreaterThan(1);
  });
});

describe('any URL', () => {
  it('[DEC-16] [RSLT-025] returns a result or a validation error, never a server error', async () => {
    const cases: [Record<string, string>, number][] = [
      [{ q: `["text:${'a'.repeat(10_000)}"]` }, 400],
      [{ q: '["text:😀"]' }, 200],
      [{ q: '["name:\u202E\u05D0\u05D1"]' }, 200],
      [{ q: '["text:\u0000"]' }, 400],
      [{ q: '["text:\\u0000","comment:\\u0000x"]' }, 200],
      [{ f: 'lastCompany:\u0000' }, 400],
      [{ q: '["skill:\\ud800"]' }, 200],
      [{ q: '["comment:100%_\\\\"]' }, 200],
      [{ q: '[' }, 400],
      [{ q: '["colour:red"]' }, 400],
      [{ q: JSON.stringify(Array(201).fill('skill:a')) }, 400],
      [{ q: JSON.stringify([...Array(50).fill('('), 'skill:a', ...Array(50).fill(')')]) }, 400],
      [{ q: JSON.stringify(Array(200).fill('text:a b')) }, 200],
      [{ q: JSON.stringify(Array.from({ length: 200 }, (_, index) => `skill:skill ${index}`)) }, 200],
      [{ q: JSON.stringify(Array.from({ length: 200 }, (_, index) => `companySearch:company ${index}`)) }, 200],
      [{ q: '["location:Nowhereville"]' }, 200],
      [{ q: '[{"skill":"Go","id":"99999999999999999999"}]' }, 200],
      [{ q: '[{"location":"x","id":"../../etc"}]' }, 200],
      [{ f: 'colour:red' }, 400],
      [{ f: 'industry:nothing,-12;lastCompany:x' }, 200],
      [{ facets: 'colour' }, 400],
      [{ page: '0' }, 400],
      [{ page: 'x' }, 400],
      [{ page: '1000000000' }, 200],
      [{ per_page: '0' }, 400],
      [{ per_page: '101' }, 400],
      [{ folderId: '0' }, 400],
      [{ folderId: '123456' }, 400],
      [{ folderId: '9007199254740991' }, 400],
    ];
    for (const [parts, status] of cases) {
      const answer = await caller.get(address(parts));
      expect([JSON.stringify(parts).slice(0, 60), answer.status, answer.status === 200 ? '' : Object.keys(answer.body).length > 0]).toEqual(
        [JSON.stringify(parts).slice(0, 60), status, status === 200 ? '' : true],
      );
    }
    expect((await find({ page: '1000000000' })).profiles).toEqual([]);
  });

  it('returns errors in the language of the user', async () => {
    const russian = await installation.signIn(await installation.addUser(ours, 'worker', { language: 'ru' }));
    expect((await russian.get(address({ q: '["colour:red"]' }))).body).toEqual({ q: ['Нет поля поиска «colour»'] });
    expect((await caller.post('/api/v6/profiles/count/', { query: '["a","AND"]' })).body).toEqual({
      query: ['AND, OR or NOT has nothing to join'],
    });
  });

  it('is restricted to roles that may search', async () => {
    expect((await installation.visitor().get('/api/v6/profiles/')).status).toBe(401);
    expect((await (await installation.signIn(await installation.addUser(ours, 'hm'))).get('/api/v6/profiles/')).status).toBe(403);
  });
});

const suggest = async (text: string, ...field_types: string[]) => (await caller.post('/api/v6/suggestions/', { text, field_types })).body;

describe('suggestions', () => {
  it('[SUGG-001] [SUGG-002] [SUGG-003] [SUGG-004] [SUGG-009] return matches by field type', async () => {
    const { skill, location } = await suggest('pyth', 'skill', 'location');
    expect(skill[0]).toMatchObject({ name: 'Python', is_exact: false, is_known: true, is_city: false, is_main_skill: false });
    expect(location).toEqual(expect.any(Array));
    expect((await suggest('Python', 'mainSkillHigh')).mainSkillHigh[0]).toMatchObject({
      name: 'Python',
      is_exact: true,
      is_main_skill: true,
    });
  });
  it('[SUGG-003] mark those that begin with the text in any spelling', async () => {
    for (const [text, field, name] of [
      ['pyth', 'skill', 'Python'],
      ['k8', 'skill', 'Kubernetes'],
      ['lod', 'location', 'Łódź'],
      ['с++', 'skill', 'C++'],
      ['java dev', 'position', 'Java developer'],
    ] as const) {
      const found = (await suggest(text, field))[field] as { name: string; is_beginning: boolean }[];
      expect([text, found.find((one) => one.name === name)?.is_beginning]).toEqual([text, true]);
    }
    for (const [text, field] of [
      ['pythno', 'skill'],
      ['learn', 'skill'],
    ] as const) {
      const found = (await suggest(text, field))[field] as { name: string; is_beginning: boolean }[];
      expect(found.find(({ name }) => /^(?:Python|Machine learning)$/i.test(name))?.is_beginning).toBe(false);
    }
  });
  it('[SUGG-008] distinguish cities from countries', async () => {
    const { location } = await suggest('mosc', 'location');
    expect(location[0]).toMatchObject({ name: 'Moscow', is_city: true });
    const russians = expected((data) => data.locations.some((place) => place.country_code === 'RU')).length;
    expect((await suggest('Russia', 'location')).location[0]).toMatchObject({ id: 'RU', is_city: false, count: russians });
  });
  it('tolerate one typo and read both languages', async () => {
    expect((await suggest('pythno', 'skill')).skill[0].name).toBe('Python');
    expect((await suggest('москв', 'location')).location[0].name).toBe('Moscow');
    expect((await suggest('программ', 'position')).position.length).toBeGreaterThan(0);
  });
  it('[FLT-017] return job titles for specializations', async () => {
    const { specializations } = (await caller.get('/api/internal/specializations/?query=backend')).body;
    expect(specializations[0].name).toMatch(/backend/i);
  });
});
