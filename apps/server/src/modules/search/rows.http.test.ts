import { profileData, type ProfileInput } from '@headwater/contract/profile-data';
import { beforeAll, describe, expect, it } from 'vitest';
import { upsertProfiles } from '#modules/profiles/store/write.ts';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { addMessage } from '../../../test/message-fixtures.ts';
import { fillVacancy } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();
let company: number;
let user: TestUser;
let caller: Caller;
let plain: Caller;
let ids: Record<string, number>;

const person = (last: string, more: Partial<ProfileInput> = {}): ProfileInput => ({ first_name: 'Test', last_name: last, ...more });
const held = (title: string, more: object = {}) => [{ title, company: 'Beta', start: '2020-03', is_current: true, ...more }];
const people: ProfileInput[] = [
  person('Goer', {
    positions: held('Backend developer', { description: 'Wrote a distributed event ledger for a bank.' }),
    skills: [{ name: 'Go', is_principal: true }, { name: 'Kafka' }, { name: 'PostgreSQL' }],
    locations: [{ city: 'Munich', country_code: 'DE', city_id: 2_867_714 }],
    gender: 'female',
  }),
  person('Likewise', {
    positions: held('Backend developer'),
    skills: [{ name: 'Go' }, { name: 'Kafka' }, { name: 'Rust' }],
    locations: [{ city: 'Moscow', country_code: 'RU', city_id: 524_901 }],
    gender: 'male',
  }),
  person('Somewhat', { positions: held('Backend developer'), skills: [{ name: 'Java' }] }),
  person('Painter', { positions: held('Art director'), skills: [{ name: 'Figma' }] }),
  person('Datum', { about: 'Built a data driven machine and deep learning platform.', positions: held('Data scientist') }),
  person('Nobody', {}),
];

const find = async (parts: Record<string, unknown>, as: Caller = caller) => {
  const values = Object.entries(parts).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return as.get(`/api/v6/profiles/?${new URLSearchParams(values).toString()}`);
};
const namesOf = async (q: unknown): Promise<string[]> =>
  (await find({ q })).body.profiles.map((profile: { name: string }) => profile.name.replace('Test ', '')).toSorted();
const idOf = (last: string) => ids[last] ?? 0;

beforeAll(async () => {
  const features = { has_messaging: true, gender_filter: true, diversity_filter: true, activity_filters: true };
  company = await here.addCompany({ name: 'Facets', features });
  user = await here.addUser(company, 'worker');
  caller = await here.signIn(user);
  plain = await here.signIn(await here.addUser(await here.addCompany({ name: 'Plain' }), 'worker'));
  const batch = people.map((profile) => profileData.parse(profile));
  const added = await here.application.database.asSystem((tx) => upsertProfiles(tx, batch, { companyId: null, createdBy: null }));
  ids = Object.fromEntries(people.map((profile, index) => [profile.last_name, added.ids[index] ?? 0]));
  await here.application.search.start();
});

const facetsOf = async (as: Caller) => Object.keys((await as.get('/api/profiles/filters/')).body.facets);

const namesIn = async (as: Caller) =>
  (await as.get('/api/profiles/filters/?facets=location')).body.facets.location.values.map((value: { name: string }) => value.name);

describe('facets', () => {
  it('[FLT-004] [FLT-005] include gender and diversity only in companies that enabled them', async () => {
    expect(await facetsOf(caller)).toEqual(expect.arrayContaining(['gender', 'diversity']));
    const without = await facetsOf(plain);
    expect(without).not.toContain('gender');
    expect(without).not.toContain('diversity');
    expect(
      (await find({ f: 'gender:male;diversity:race:x' }, plain)).body.excluded_items.map((item: { text: string }) => item.text),
    ).toEqual(['diversity', 'gender']);
  });

  it('[FLT-006] [RSLT-022] reject a diversity filter with code 104 for a protected place', async () => {
    const { status, body } = await find({ q: ['location:Berlin'], f: 'diversity:race:x' });
    expect([status, body.code, body.detail]).toEqual([400, 104, 'Filter "Diversity" is not available for this location']);
  });

  it('[FLT-056] are returned for a query, optionally filtered by name', async () => {
    const q = JSON.stringify(['position:Backend developer']);
    const { body } = await caller.get(`/api/profiles/filters/?${new URLSearchParams({ q, facets: 'gender,general,contacts' }).toString()}`);
    expect(Object.keys(body.facets).toSorted()).toEqual(['contacts', 'gender', 'general']);
    const genders = body.facets.gender.values.map((value: { id: string; count: number }) => [value.id, value.count]);
    expect(Object.fromEntries(genders)).toMatchObject({ female: 1, male: 1, unknown: 1 });
    const searched = await caller.get('/api/profiles/filters/?facets=location&search=munich');
    expect(searched.body.facets.location.values.map((value: { name: string }) => value.name)).toEqual(['Munich']);
    expect((await caller.get('/api/profiles/filters/?facets=colour')).status).toBe(400);
  });

  it('[FLT-055] return an applied general filter as checked', async () => {
    const { body } = await caller.post('/api/v6/profiles/count/', { filters: 'general:remote', facets: ['general'] });
    const remote = body.facets.general.values.find((value: { id: string }) => value.id === 'remote');
    expect(remote).toMatchObject({ checked: true, excluded: false });
  });

  it('name regions in the language of the user', async () => {
    expect(await namesIn(caller)).toEqual(expect.arrayContaining(['Munich', 'Bavaria', 'Germany', 'Moscow', 'Moscow, region']));
    const russian = await here.signIn(await here.addUser(company, 'worker', { language: 'ru' }));
    expect(await namesIn(russian)).toEqual(expect.arrayContaining(['Мюнхен', 'Бавария', 'Москва', 'Москва, регион']));
    expect([...(await namesIn(caller)), ...(await namesIn(russian))].filter((name) => /^[A-Z]{2}\./.test(name))).toEqual([]);
    expect(await namesOf(['location:Bavaria'])).toEqual(['Goer']);
    expect(await namesOf(['location:München'])).toEqual(['Goer']);
    expect(await namesOf(['location:Munich, Germany'])).toEqual(['Goer']);
    const { location } = (await russian.post('/api/v6/suggestions/', { text: 'Бавар', field_types: ['location'] })).body;
    expect(location[0]).toMatchObject({ id: 'DE.Bavaria', name: 'Бавария', is_city: false, count: 1 });
  });
});

/** City, country and country code of each backend developer. */
async function placesOf(as: Caller): Promise<unknown[]> {
  const { profiles } = (await find({ q: ['position:Backend developer'] }, as)).body;
  return profiles.map((profile: Record<string, string | null>) => [profile['city'], profile['country'], profile['country_code']]);
}

describe('places of results', () => {
  it('[RSLT-010] [PROF-010] have the same names as the filters, in the language of the user', async () => {
    const russian = await here.signIn(await here.addUser(company, 'worker', { language: 'ru' }));
    expect(await placesOf(caller)).toEqual(
      expect.arrayContaining([
        ['Munich', 'Germany', 'DE'],
        ['Moscow', 'Russia', 'RU'],
      ]),
    );
    expect(await placesOf(russian)).toEqual(
      expect.arrayContaining([
        ['Мюнхен', 'Германия', 'DE'],
        ['Москва', 'Россия', 'RU'],
      ]),
    );
    const { locations } = (await russian.get(`/api/internal/profiles/${idOf('Goer')}/`)).body;
    expect(locations).toMatchObject([{ city: 'Мюнхен', country: 'Германия', city_id: 2_867_714 }]);
  });
});

/** Comments of each result of a query. */
const commentsFound = async (q: string, as: Caller) =>
  (await find({ q: [q] }, as)).body.profiles.map((profile: { comments: { text: string }[] }) => profile.comments.map((each) => each.text));

/** Times at which the person was listed to the user. Lists the person once more. */
const listedAt = async () => {
  await find({ q: ['name:Somewhat'] });
  const { profiles_events: events } = (await caller.get(`/api/profiles_events/?ids=${idOf('Somewhat')}`)).body;
  return events.flatMap((event: { user_id: number; event: string; created_at: string }) =>
    event.event === 'shown' && event.user_id === user.id ? [Date.parse(event.created_at)] : [],
  );
};

describe('results', () => {
  it('[RSLT-011] [RSLT-012] contain vacancies, messages, comments and matching terms', async () => {
    const vacancy = await fillVacancy(here, caller, { profiles: 0, body: { name: 'Ledger team' } });
    await caller.post('/api/v6/candidates/', { folder_id: vacancy.id, profiles: [idOf('Goer')] });
    await here.sql('insert into comments (company_id, profile_id, text, created_by) values ($1, $2, $3, $4)', [
      company,
      idOf('Goer'),
      'Talked to her in May',
      user.id,
    ]);
    const message = { state: 'sent', subject: 'A ledger to build', sent_at: new Date(), opened_at: new Date() } as const;
    await addMessage(here, { company, user: user.id, profile: idOf('Goer'), mailing: { type: 'single' }, message });
    const { body } = await find({ q: ['skill:Go'] });
    const goer = body.profiles.find((profile: { id: number }) => profile.id === idOf('Goer'));
    expect(goer.folders).toEqual([{ id: vacancy.id, name: 'Ledger team', status: expect.any(String) }]);
    expect(goer.comments).toEqual([{ id: expect.any(Number), text: 'Talked to her in May', user_name: expect.any(String), created_at: expect.any(String) }]); // prettier-ignore
    expect(goer.recipients).toEqual([
      { mailing_id: expect.any(Number), subject: 'A ledger to build', state: 'opened', at: expect.any(String) },
    ]);
    expect(goer.why).toEqual([{ field: 'skill', text: 'Go', where: 'mainSkill' }]);
    expect(body.pages).toEqual({ current: 1, total: 1 });
    const others = body.profiles.filter((profile: { id: number }) => profile.id !== idOf('Goer'));
    expect(others.map((profile: { comments: object[] }) => profile.comments)).toEqual([[]]);
    const theirs = await find({ q: ['name:Goer'] }, plain);
    const [seen] = theirs.body.profiles;
    expect([seen.comments, seen.folders, seen.recipients]).toEqual([[], [], []]);
  });

  it('[ROLE-056] hide comments in vacancies that are hidden from the user', async () => {
    const hidden = await fillVacancy(here, caller, { profiles: 0, body: { name: 'Quiet search', access_type: 'private' } });
    const added = await caller.post('/api/v6/candidates/', { folder_id: hidden.id, profiles: [idOf('Nobody')] });
    expect(added.status).toBe(200);
    const text = 'Knows our zymurgist';
    const [candidate] = await here.sql<{ id: number }>('select id from candidates where vacancy_id = $1', [hidden.id]);
    const body = { text, candidate_id: candidate?.id };
    expect((await caller.post(`/api/v6/profiles/${idOf('Nobody')}/comments/`, body)).status).toBe(200);
    const colleague = await here.signIn(await here.addUser(company, 'worker'));
    expect(await commentsFound('comment:zymurgist', caller)).toEqual([[text]]);
    expect(await commentsFound('comment:zymurgist', colleague)).toEqual([]);
    expect(await commentsFound('name:Nobody', colleague)).toEqual([[]]);
  });

  it('[RSLT-006] record a repeated listing once a minute', async () => {
    here.clock.advance(61_000);
    const [first] = await listedAt();
    here.clock.advance(59_000);
    expect(await listedAt()).toEqual([first]);
    here.clock.advance(2_000);
    expect(await listedAt()).toEqual([first + 61_000]);
  });

  it('[RSLT-006] [RSLT-007] list profile events, optionally views only', async () => {
    await caller.get(`/api/internal/profiles/${idOf('Painter')}/`);
    await find({ q: ['name:Painter'] });
    const all = (await caller.get(`/api/profiles_events/?ids=${idOf('Painter')}`)).body.profiles_events;
    expect(all.map((event: { event: string }) => event.event).toSorted()).toEqual(['shown', 'viewed']);
    const viewed = (await caller.get(`/api/profiles_events/?only_viewed=true&ids=${idOf('Painter')}`)).body.profiles_events;
    expect(viewed).toEqual([expect.objectContaining({ event: 'viewed', profile_id: idOf('Painter'), user_id: user.id })]);
  });

  it('[RSLT-015] [RSLT-016] return search hints with matching terms, fields and excerpts', async () => {
    const { query_id: queryId } = (await find({ q: ['skill:Go', 'text:event ledger'] })).body;
    const { status, body } = await caller.get(`/api/profiles/${idOf('Goer')}/search_hints/${queryId}`);
    expect([status, body.query_id]).toEqual([200, queryId]);
    expect(body.hints).toEqual(expect.arrayContaining([{ field: 'skill', text: 'Go', where: 'mainSkill' }]));
    const [excerpt] = body.excerpts;
    expect(excerpt).toMatchObject({ where: 'about', text: 'Wrote a distributed event ledger for a bank.' });
    expect(excerpt.marks.map(([from, to]: [number, number]) => excerpt.text.slice(from, to))).toEqual(['event ledger']);
    expect((await caller.get(`/api/profiles/${idOf('Goer')}/search_hints/999999`)).status).toBe(404);
  });

  it('mark the matching words of the card', async () => {
    const { body } = await find({ q: ['position:developers', 'text:ledgers'] });
    const [goer] = body.profiles;
    const marked = goer.excerpts.map(({ where, text, marks }: { where: string; text: string; marks: [number, number][] }) => [
      where,
      ...marks.map(([from, to]) => text.slice(from, to)),
    ]);
    expect(marked).toEqual([
      ['title', 'developer'],
      ['about', 'ledger'],
    ]);
  });

  it('[RSLT-017] reject too many excluded profiles with 413', async () => {
    const viewed_profiles = Array.from({ length: 50_001 }, (_, index) => index + 1);
    const { status, body } = await caller.post('/api/v6/profiles/count/', { viewed_profiles });
    expect([status, body.detail]).toEqual([413, 'Too many profiles are included or excluded from folder']);
    const few = await caller.post('/api/v6/profiles/count/', { viewed_profiles: [idOf('Goer')] });
    const all = await caller.post('/api/v6/profiles/count/', {});
    expect(few.body.payload.count).toBe(all.body.payload.count - 1);
  });

  it('[SRCH-024] return a referer with the kind of search', async () => {
    const vacancy = await fillVacancy(here, caller, { profiles: 0 });
    const referer = async (parts: Record<string, string>) => (await find(parts)).body.profile_referer;
    expect(await referer({})).toMatch(/^search:\d+$/);
    expect(await referer({ folderId: String(vacancy.id) })).toMatch(/^folder:\d+$/);
    expect(await referer({ query_type: 'ext' })).toMatch(/^ext:\d+$/);
    expect((await find({ query_type: 'colour' })).status).toBe(400);
  });
});

describe('proximity and wildcards', () => {
  it('match nearby words and prefixes', async () => {
    expect(await namesOf([{ text: 'machine learning', near: 2 }])).toEqual(['Datum']);
    expect(await namesOf([{ text: 'machine learning', near: 1 }])).toEqual([]);
    expect(await namesOf(['text:machine learning'])).toEqual([]);
    expect(await namesOf(['position:back*'])).toEqual(['Goer', 'Likewise', 'Somewhat']);
    expect(await namesOf(['skill:kaf*'])).toEqual(['Goer', 'Likewise']);
    expect(await namesOf(['position:data*', '-text:scien*'])).toEqual([]);
    expect(await namesOf(['name:Lik*'])).toEqual(['Likewise']);
    expect(await namesOf(['companySearch:bet*', '-position:back*'])).toEqual(['Datum', 'Painter']);
  });
});

const chips = (query: unknown[], groups: number[][], filters = '') =>
  caller.post('/api/v6/profiles/chips/', { query: JSON.stringify(query), filters, chips: groups });

describe('chip counts', () => {
  it('return the effect of removing each chip', async () => {
    const { body } = await chips(['skill:Go', 'skill:Java', 'position:Backend developer', '-skill:Rust'], [[0], [1], [2], [3], [0, 1]]);
    expect([body.count, body.without]).toEqual([2, [1, 1, 2, 3, 2]]);
    const filtered = await chips(['skill:Go', '-location:Moscow'], [[0], [1]], 'gender:male,female');
    expect([filtered.body.count, filtered.body.without]).toEqual([1, [1, 2]]);
  });
  it('equal the totals of the same searches', async () => {
    const query = ['(', 'skill:Go', 'OR', 'skill:Figma', ')', 'AND', 'NOT', 'skill:Kafka'];
    const { body } = await chips(query, [[0], [1], [2]]);
    const totals = await Promise.all(
      [query, ['skill:Figma', 'AND', 'NOT', 'skill:Kafka'], ['skill:Go', 'AND', 'NOT', 'skill:Kafka'], ['skill:Go', 'skill:Figma']].map(
        async (q) => (await find({ q })).body.total,
      ),
    );
    expect([body.count, ...body.without]).toEqual(totals);
  });
  it('reject unknown chips at their field', async () => {
    expect((await chips(['skill:Go'], [[1]])).body).toEqual({ chips: [expect.any(String)] });
    expect((await chips(['skill:Go'], [])).status).toBe(400);
  });
});

const names = (body: { profiles: { name: string }[] }) => body.profiles.map((profile) => profile.name.replace('Test ', ''));

describe('similar and recommended people', () => {
  it('[SRCH-025] have the same job, best match first, without the person itself', async () => {
    const { status, body } = await caller.get(`/api/v6/profiles/${idOf('Goer')}/similar/`);
    expect(status).toBe(200);
    expect(names(body)).toEqual(['Likewise', 'Somewhat']);
    // The link to all results counts the person as well.
    expect(body).toMatchObject({ total: 2, query_total: 3, pages: { current: 1, total: 1 }, profile_referer: `similar:${idOf('Goer')}` });
    expect(body.query).toContain('preferableSkill:Kafka');
    expect((await find({ q: body.query })).body.total).toBe(3);
    expect(names((await caller.get(`/api/v6/profiles/${idOf('Nobody')}/similar/`)).body)).toEqual([]);
    expect((await caller.get('/api/v6/profiles/999999/similar/')).status).toBe(404);
  });

  it('[SRCH-025] resemble those of a vacancy or of recent activity, without known people', async () => {
    const fresh = await here.signIn(await here.addUser(company, 'worker'));
    expect((await fresh.get('/api/v6/profiles/recommended/')).body).toMatchObject({ total: 0, profiles: [], query: '' });
    const vacancy = await fillVacancy(here, fresh, { profiles: 0 });
    await fresh.post('/api/v6/candidates/', { folder_id: vacancy.id, profiles: [idOf('Likewise')] });
    const ofVacancy = (await fresh.get(`/api/v6/profiles/recommended/?folderId=${vacancy.id}`)).body;
    expect(names(ofVacancy)).toEqual(['Goer', 'Somewhat']);
    expect(ofVacancy.profile_referer).toBe(`recommended:${vacancy.id}`);
    await fresh.get(`/api/internal/profiles/${idOf('Goer')}/`);
    expect(names((await fresh.get('/api/v6/profiles/recommended/')).body)).toEqual(['Somewhat']);
    expect((await plain.get(`/api/v6/profiles/recommended/?folderId=${vacancy.id}`)).status).toBe(400);
  });
});

describe('data of the search form', () => {
  const query = JSON.stringify(['skill:Go']);

  it('[SRCH-040] includes suggestions, history and saved queries', async () => {
    const { skill } = (await caller.post('/api/v6/suggestions/', { text: 'pyth', field_types: ['skill'] })).body;
    expect(skill[0]).toMatchObject({ name: 'Python' });
    const { query_id } = (await find({ q: query })).body;
    await caller.post('/api/internal/search_queries/', { query_id });
    const { search_queries: history } = (await caller.get('/api/internal/search_queries/')).body;
    expect(history).toContainEqual(expect.objectContaining({ id: query_id, query, found: expect.any(Number) }));
    await caller.post('/api/savedqueries/', { name: 'Gophers', description: 'For the ledger team', query });
    const { saved_queries: saved } = (await caller.get('/api/savedqueries/')).body;
    expect(saved).toEqual([expect.objectContaining({ name: 'Gophers', description: 'For the ledger team', query })]);
  });

  it('[SRCH-041] includes the active smart folder and its search history', async () => {
    const vacancy = await fillVacancy(here, caller, { profiles: 0, body: { name: 'Driven' } });
    await caller.put(`/api/v6/folders/${vacancy.id}/search_query/`, { query });
    const { smart_folders: folders } = (await caller.get('/api/v6/smart_folders/')).body;
    expect(folders).toEqual([expect.objectContaining({ folder: { id: vacancy.id, name: 'Driven' }, query })]);
    const { query_id } = (await find({ q: query, folderId: String(vacancy.id) })).body;
    await caller.post('/api/internal/search_queries/', { query_id });
    const { search_queries: history } = (await caller.get(`/api/v6/folders/${vacancy.id}/search_history/`)).body;
    expect(history.map((entry: { id: number }) => entry.id)).toEqual([query_id]);
  });
});
