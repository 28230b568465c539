import { profileData, type ProfileInput } from '@headwater/contract/profile-data';
import { encodeQuery } from '@headwater/domain/query/query-address';
import { parseQueryText } from '@headwater/domain/query/query-text';
import { normalise } from '@headwater/domain/text/tokenize';
import { beforeAll, describe, expect, it } from 'vitest';
import { upsertProfiles } from '#modules/profiles/store/write.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';

const installation = useInstallation();
let caller: Caller;

const named = (first_name: string, last_name: string, more: Partial<ProfileInput> = {}): ProfileInput => ({
  first_name,
  last_name,
  ...more,
});

interface Results {
  total: number;
  profiles: { id: number; name: string; excerpts: { text: string; marks: [number, number][] }[] }[];
}
/** Searches by boolean text, like the form. */
async function search(text: string): Promise<Results> {
  const parsed = parseQueryText(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const answer = await caller.get(`/api/v6/profiles/?${new URLSearchParams({ q: encodeQuery(parsed.value) }).toString()}`);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as Results;
}
const found = async (text: string) => (await search(text)).profiles.map(({ name }) => name).toSorted();

const suggested = async (field: string, text: string) =>
  (await caller.post('/api/v6/suggestions/', { text, field_types: [field], limit: 1 })).body[field][0]?.name;
const block = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));

beforeAll(async () => {
  caller = await installation.signIn(await installation.addUser(await installation.addCompany(), 'worker'));
  const { database, search: engine } = installation.application;
  const people = [
    named('Łukasz', 'Wiśniewski', { headline: 'Junior tester', skills: [{ name: 'Quillwort' }] }),
    named('Lukasz', 'Zawadzki', { headline: 'Senior tester', skills: [{ name: 'Quillwort' }] }),
    named('Irmak', 'Yıldız'),
    named('Novak', 'Đoković'),
    named('Søren', 'Kjær'),
    named('Elçin', 'Məmmədov'),
    named('Soft', 'Hyphenov', {
      about: 'Erfahren in Soft\u00adware\u00adentwicklung und Daten\u200bbanken',
      contacts: [{ type: 'email', value: 'soft.hyphen@mail-of.test' }],
    }),
    named('Пётр', 'Сишников', { about: 'Пишу на С++ и 1С, раньше С/С++' }),
    named('Иван', 'Латинов', { about: 'Пишу на C++ и 1C, раньше C/C++' }),
    named('Олег', 'Предлогов', { about: 'Работал с командой и с заказчиками' }),
    named('Berta', 'Ansässig', {
      locations: [{ city: 'Berlin', country_code: 'DE', city_id: 2950159 }],
      languages: [{ code: 'de' }],
      positions: [{ company: 'Zalando', title: 'Senior Golang Developer', is_current: true, start: '2019-01' }],
    }),
    named('Инна', 'Микшер', { about: 'Знаю Руthоn и JаvaScript' }),
  ].map((one) => profileData.parse(one));
  await database.asSystem((tx) => upsertProfiles(tx, people, { companyId: null, createdBy: null }));
  await engine.start();
});

describe('names', () => {
  it('[SRCH-050] match without diacritics and ligatures, and the other way round', async () => {
    const both = ['Lukasz Zawadzki', 'Łukasz Wiśniewski'];
    for (const name of ['Lukasz', 'Łukasz', 'LUKASZ', 'łukasz', 'Luk*', 'Łuk*']) expect(await found(`name:${name}`)).toEqual(both);
    expect(await found('name:"Wisniewski Lukasz"')).toEqual(['Łukasz Wiśniewski']);
    for (const name of ['Yildiz', 'YILDIZ', 'Yıldız']) expect(await found(`name:${name}`)).toEqual(['Irmak Yıldız']);
    for (const name of ['Dokovic', 'Djokovic', 'Đoković']) expect([name, await found(`name:${name}`)]).toEqual([name, ['Novak Đoković']]);
    for (const name of ['Soren', 'Søren', 'Kjaer', 'Kjær']) expect(await found(`name:${name}`)).toEqual(['Søren Kjær']);
    for (const name of ['Mammadov', 'Məmmədov', 'Memmedov']) expect(await found(`name:${name}`)).toEqual(['Elçin Məmmədov']);
    expect(await found('text:Lukasz')).toEqual(both);
  });

  it('[SRCH-050] are excluded in every spelling', async () => {
    const everybody = (await search('')).total;
    for (const text of ['-name:Lukasz', '–name:Łukasz', '—name:łukasz']) expect((await search(text)).total).toBe(everybody - 2);
  });
});

describe('invisible characters', () => {
  it('[SRCH-001] do not split words, in the profile or in the query', async () => {
    for (const text of ['Softwareentwicklung', 'Software\u00adentwicklung', 'Datenbanken', 'softwareentwick*'])
      expect(await found(`text:${text}`)).toEqual(['Soft Hyphenov']);
    expect(await found('name:Hyphen\u200bov')).toEqual(['Soft Hyphenov']);
    expect(await found('name:soft.hyphen@mail-of.test\u200b')).toEqual(['Soft Hyphenov']);
    const [excerpt] = (await search('text:Softwareentwicklung')).profiles[0]?.excerpts ?? [];
    expect(excerpt?.marks.map(([from, to]) => excerpt.text.slice(from, to))).toEqual(['Soft\u00adware\u00adentwicklung']);
  });
});

describe('homoglyphs', () => {
  it('[SRCH-001] match in technology names, but not as a preposition', async () => {
    const both = ['Иван Латинов', 'Пётр Сишников'];
    for (const text of ['С++', 'C++', 'с++', '1С', '1C', '"С/С++"', '"C/C++"'])
      expect([text, await found(`text:${text}`)]).toEqual([text, both]);
    expect(await found('text:С')).toEqual(['Олег Предлогов']);
    for (const text of ['Python', 'JavaScript', 'Рython']) expect(await found(`text:${text}`)).toEqual(['Инна Микшер']);
  });
});

it('[SRCH-015] [SRCH-054] excludes a word after a dash in boolean text', async () => {
  expect(await found('skill:Quillwort –text:junior')).toEqual(['Lukasz Zawadzki']);
  expect(await found('skill:Quillwort AND —junior')).toEqual(['Lukasz Zawadzki']);
  expect(await found('skill:Quillwort AND !junior')).toEqual(['Lukasz Zawadzki']);
  const answer = await caller.get(`/api/v6/profiles/?${new URLSearchParams({ q: '["skill:Quillwort","–text:junior"]' }).toString()}`);
  expect(answer.body.profiles.map(({ name }: { name: string }) => name)).toEqual(['Lukasz Zawadzki']);
});

it('folds names in the database like words of a search', async () => {
  // Excludes phonetic signs and rare characters that the database does not fold.
  const letters = [...block(0xc0, 0x17f), ...block(0x1e00, 0x1e9b), ...block(0x1ea0, 0x1ef9), 'Ə', 'Ɓ', 'Ɗ', 'Ɛ', 'Ɔ', 'Ƙ', 'Ƴ'];
  const names = [
    ...letters,
    'Łukasz Wiśniewski',
    'Jo\u0308rg',
    'Soft\u00adhyphen',
    'Соловьёв Йод',
    'Zero\u200bwidth',
    'ÆØÅ ẞ',
    'Nguyễn Đặng',
  ];
  const rows = await installation.sql<{ name: string; folded: string }>(
    'select name, headwater_folded(name) as folded from unnest($1::text[]) as name',
    [names],
  );
  expect(rows.filter(({ name, folded }) => folded !== normalise(name))).toEqual([]);
});

it('[CAND-008] filters candidates of a vacancy by a name without diacritics', async () => {
  const folder = (await caller.post('/api/v6/folders/', { name: 'Testers' })).body.id as number;
  const people = (await search('name:Lukasz')).profiles.map(({ id }) => id);
  await caller.post('/api/v6/candidates/', { folder_id: folder, profiles: people });
  const count = async (name: string) =>
    (await caller.get(`/api/v6/folders/${folder}/candidates/?${new URLSearchParams({ query: name }).toString()}`)).body.count;
  for (const name of ['lukasz wisniewski', 'ŁUKASZ WIŚ', 'wiś\u00adniew']) expect([name, await count(name)]).toEqual([name, 1]);
  expect([await count('łukasz'), await count('100%'), await count('_')]).toEqual([2, 0, 0]);
});

it('[SUGG-004] suggests places and skills for equivalent characters', async () => {
  for (const text of ['Lodz', 'Łódź', 'łódz'])
    expect([text, await suggested('location', text)]).toEqual([text, await suggested('location', 'Łódź')]);
  for (const text of ['С++', 'JаvaScript', 'Руthоn', 'РНР'])
    expect([text, await suggested('skill', text)]).toEqual([text, expect.any(String)]);
  expect(await suggested('skill', 'Руthоn')).toBe('Python');
});

describe('free words', () => {
  it.each([
    'Berlin',
    'Берлин',
    'Germany',
    'German AND golang',
    'немецкий AND golang',
    'senior AND golang',
    'Zalando',
    '"Golang developer" AND (Berlin OR Potsdam) AND (German OR English)',
  ])('[SRCH-033] also mean places, languages, levels and companies: %s', async (text) => {
    expect(await found(text)).toEqual(['Berta Ansässig']);
  });

  it.each(['golang AND NOT Berlin', 'Berlin[exact]'])('[SRCH-033] exclude them, or find only written words: %s', async (text) => {
    expect(await found(text)).toEqual([]);
  });
});
