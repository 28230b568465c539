import { profileData, type ProfileInput } from '@headwater/contract/profile-data';
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
const skills = (...names: string[]) => ({ skills: names.map((name) => ({ name })) });

const search = async (parts: unknown[]) => {
  const answer = await caller.get(`/api/v6/profiles/?${new URLSearchParams({ q: JSON.stringify(parts) }).toString()}`);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as { total: number; profiles: { name: string }[] };
};
const found = async (...parts: unknown[]) => (await search(parts)).profiles.map(({ name }) => name).toSorted();

beforeAll(async () => {
  caller = await installation.signIn(await installation.addUser(await installation.addCompany(), 'worker'));
  const { database, search: engine } = installation.application;
  const people = [
    named('Александр', 'Соловьёв'),
    named('Alexander', 'Solovyov'),
    named('Саша', 'Кузнецов'),
    named('Eugene', 'Kuznecov'),
    named('Сергей', 'Шишкин'),
    named('Sergej', 'Šiškin'),
    named('Fyodor', 'Объедков'),
    named('Fiona', 'Obieedkov'),
    named('Quentin', 'Ulrich', { contacts: [{ type: 'email', value: 'Hidden.Person@mail-of.test' }] }),
    ...Array.from({ length: 24 }, (_, at) => named(`Only${at}`, 'Quillwort', skills('Quillwort'))),
    ...Array.from({ length: 24 }, (_, at) => named(`Single${at}`, 'Zinnia', skills('Zinnia'))),
    ...Array.from({ length: 3 }, (_, at) => named(`Both${at}`, 'Herbalist', skills('Quillwort', 'Zinnia'))),
  ].map((one) => profileData.parse(one));
  await database.asSystem((tx) => upsertProfiles(tx, people, { companyId: null, createdBy: null }));
  await engine.start();
});

describe('names', () => {
  it('[SRCH-050] match in the other script with any romanisation', async () => {
    const both = ['Alexander Solovyov', 'Александр Соловьёв'];
    for (const name of [
      'Соловьёв',
      'Соловьев',
      'Solovyov',
      'Solovyev',
      'Solovev',
      "Solov'ev",
      'Soloviov',
      'александр соловьёв',
      'Solovyov Alexandre',
    ])
      expect(await found(`name:${name}`)).toEqual(both);
    expect(await found('name:Shishkin')).toEqual(['Sergej Šiškin', 'Сергей Шишкин']);
    expect(await found('name:Шишкин')).toEqual(['Sergej Šiškin', 'Сергей Шишкин']);
    expect(await found('name:Kuznecov')).toEqual(['Eugene Kuznecov', 'Саша Кузнецов']);
    expect(await found('name:Объедков')).toEqual(['Fiona Obieedkov', 'Fyodor Объедков']);
    expect(await found('name:Фёдор')).toEqual(['Fyodor Объедков']);
  });

  it('[SRCH-050] match by short and full forms, exact spelling first', async () => {
    expect(await found('name:Sasha')).toEqual(['Alexander Solovyov', 'Александр Соловьёв', 'Саша Кузнецов']);
    expect((await search(['name:Саша'])).profiles[0]).toMatchObject({ name: 'Саша Кузнецов' });
    expect((await search(['name:Alexander'])).profiles[0]).toMatchObject({ name: 'Alexander Solovyov' });
    expect(await found('name:Евгений')).toEqual(['Eugene Kuznecov']);
    expect(await found('name:Zhenya')).toEqual(['Eugene Kuznecov']);
  });

  it('[SRCH-050] are excluded in every spelling', async () => {
    const everybody = (await search([])).total;
    for (const name of ['Соловьёв', 'Solovev', 'Solovyov']) expect((await search([`-name:${name}`])).total).toBe(everybody - 2);
    expect((await search(['-name:Шишкин'])).total).toBe(everybody - 2);
  });

  it('[SRCH-050] match by prefix in either script', async () => {
    expect(await found('name:Солов*')).toEqual(['Alexander Solovyov', 'Александр Соловьёв']);
    expect(await found('name:Solovy*')).toEqual(['Alexander Solovyov', 'Александр Соловьёв']);
    expect(await found('name:Eug*')).toEqual(['Eugene Kuznecov']);
  });

  it('[SRCH-001] match a free text prefix only as written', async () => {
    expect(await found('text:fi*')).toEqual(['Fiona Obieedkov']);
    expect(await found('text:fe*')).toEqual([]);
  });
});

it('[SRCH-050] [CONT-009] finds a person by a whole closed address, never by a substring', async () => {
  expect(await found('name:hidden.person@MAIL-of.test')).toEqual(['Quentin Ulrich']);
  const parts = [
    'hidden.person@mail-of',
    'hidden.person@mail-of.tes',
    'idden.person@mail-of.test',
    'hidden.person',
    'mail-of.test',
    '@mail-of.test',
  ];
  for (const part of [...parts, 'hidden.p*', 'hidden.person@*', 'hidden.person@mail-of.tes*'])
    expect([part, await found(`name:${part}`)]).toEqual([part, []]);
  for (const field of ['text', 'skill', 'comment']) expect(await found(`${field}:hidden.person@mail-of.test`)).toEqual([]);
  expect(JSON.stringify(await search(['name:quentin']))).not.toContain('mail-of');
});

it('[SRCH-015] ranks people with more of the alternatives first', async () => {
  for (const parts of [
    ['skill:Quillwort', 'skill:Zinnia'],
    ['(', 'skill:Zinnia', 'OR', 'skill:Quillwort', ')'],
  ]) {
    const { profiles, total } = await search(parts);
    expect(total).toBe(51);
    expect(profiles.slice(0, 3).map(({ name }) => name)).toEqual(['Both0 Herbalist', 'Both1 Herbalist', 'Both2 Herbalist']);
  }
});
