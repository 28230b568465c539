import { type ProfileInput, profileData } from '@headwater/contract/profile-data';
import { findTitle } from '@headwater/reference/titles';
import { beforeAll, describe, expect, it } from 'vitest';
import { upsertProfiles } from '#modules/profiles/store/write.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';

const here = useInstallation();
let caller: Caller;

const person = (last_name: string, title: string, { skills = [] as string[], now = '' } = {}): ProfileInput => ({
  first_name: 'Test',
  last_name,
  positions: [
    ...(now ? [{ title: now, company: 'Acme', start: '2021-02', is_current: true }] : []),
    { title, company: 'Acme', start: '2019-01', ...(now ? { end: '2021-01' } : { is_current: true }) },
  ],
  skills: skills.map((name) => ({ name })),
});

const people = [
  person('Titled', 'Senior Python Developer'),
  person('Backend', 'Backend Developer', { skills: ['Python'] }),
  person('Engineer', 'Software Engineer', { skills: ['Python', 'Go'] }),
  person('Russian', 'Ведущий программист', { skills: ['Python'] }),
  person('Former', 'Backend developer', { skills: ['Python'], now: 'Head of sales' }),
  person('Gopher', 'Backend Developer', { skills: ['Go'] }),
  person('Recruiter', 'Recruiter', { skills: ['Python'] }),
  person('Builder', 'Civil engineer'),
  person('Инженер', 'Ведущий инженер'),
];

const find = async (...q: unknown[]): Promise<string[]> => {
  const { status, body } = await caller.get(
    `/api/v6/profiles/?${new URLSearchParams({ q: JSON.stringify(q), per_page: '100' }).toString()}`,
  );
  expect(status).toBe(200);
  return body.profiles.map((profile: { name: string }) => profile.name.replace(/^Test | Test$/, ''));
};

beforeAll(async () => {
  const company = await here.addCompany();
  caller = await here.signIn(await here.addUser(company, 'worker'));
  const batch = people.map((one) => profileData.parse(one));
  await here.application.database.inCompany(company, (tx) => upsertProfiles(tx, batch, { companyId: company, createdBy: null }));
  await here.application.search.start();
});

describe('a position with a technology', () => {
  it('[SRCH-001] [AIS-001] ranks people with the title first, then those with the job and the skill', async () => {
    const id = String(findTitle('Python developer')?.id);
    const all = ['Backend', 'Engineer', 'Former', 'Russian', 'Titled'];
    for (const term of [
      { position: 'Python developer' },
      { position: 'Python developer', id, known: 1 },
      { position: 'Python-разработчик', id, known: 1 },
    ]) {
      const found = await find(term);
      expect(found[0]).toBe('Titled');
      expect(found.toSorted()).toEqual(all);
    }
    expect((await find({ lastPosition: 'Python developer' })).toSorted()).toEqual(['Backend', 'Engineer', 'Russian', 'Titled']);
  });

  it('[SRCH-001] excludes all its results, or only the exact title without synonyms', async () => {
    expect(await find('skill:Python', '-position:Python developer')).toEqual(['Recruiter']);
    const exact = { position: 'Python developer', exact: 1 };
    expect((await find('skill:Python', { ...exact, not: 1 })).toSorted()).toEqual([
      'Backend',
      'Engineer',
      'Former',
      'Recruiter',
      'Russian',
    ]);
    expect(await find({ position: 'Python developer', exact: 1 })).toEqual(['Titled']);
  });

  it('[SRCH-001] matches general job words in both languages', async () => {
    const developers = await find('position:Developer');
    expect(developers.toSorted()).toEqual(['Backend', 'Engineer', 'Former', 'Gopher', 'Russian', 'Titled']);
    expect((await find('position:Разработчик')).toSorted()).toEqual(developers.toSorted());
    expect((await find('position:Engineer')).toSorted()).toEqual(['Builder', 'Engineer', 'Инженер']);
  });
});

const marked = (skills: { name: string; matched: boolean }[]) => skills.filter(({ matched }) => matched).map(({ name }) => name);

it('[RSLT-016] marks the skill by which a position is found', async () => {
  const { profiles } = (await caller.get(`/api/v6/profiles/?q=${JSON.stringify(['position:senior go developer'])}`)).body;
  expect(profiles.length).toBeGreaterThan(0);
  for (const { skills } of profiles) expect(marked(skills)).toEqual(['Go']);
});

describe('a position with a leading level', () => {
  it('[SRCH-001] [SRCH-033] finds the position of people with that level in the title or by years', async () => {
    expect((await find('position:senior python developer'))[0]).toBe('Titled');
    // By title: senior or ведущий. The others have a title without a level and five years.
    expect((await find('position:senior python developer')).toSorted()).toEqual(
      ['Russian', 'Titled', ...(await bySeniority('Python'))].toSorted(),
    );
    expect((await find('position:старший разработчик на Go')).toSorted()).toEqual(await bySeniority('Go'));
    expect(await find('position:junior python developer')).not.toContain('Titled');
    expect(await find('position:lead python developer')).toEqual(['Russian']);
    expect(await find({ position: 'senior go developer', exact: 1 })).toEqual([]);
  });
});

/** Developers with the skill and no level in their title, of the level that their years give. */
async function bySeniority(skill: string): Promise<string[]> {
  const { body } = await caller.get(
    `/api/v6/profiles/?${new URLSearchParams({ q: JSON.stringify([`position:${skill} developer`]), f: 'seniorityLevel:senior', per_page: '100' }).toString()}`,
  );
  const names = body.profiles.map((profile: { name: string }) => profile.name.replace(/^Test | Test$/, '')) as string[];
  return names.filter((name) => !['Titled', 'Russian'].includes(name)).toSorted();
}
