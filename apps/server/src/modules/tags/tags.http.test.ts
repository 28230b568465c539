import { beforeAll, describe, expect, it } from 'vitest';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';
import { type Caller, useSharedInstallation } from '../../../test/installation.ts';

const here = useSharedInstallation();
const of = (profile: number | undefined) => `/api/v6/profiles/${profile}/tags/`;

let company: number;
let caller: Caller;
let stranger: Caller;
beforeAll(async () => {
  company = await here.addCompany();
  caller = await here.signIn(await here.addUser(company, 'worker'));
  stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
});

const namesOf = async (profile: number | undefined, who = caller) =>
  (await who.get(of(profile))).body.tags.map(({ name }: { name: string }) => name) as string[];
const known = async (text: string) => (await caller.get(`/api/v6/tags/?text=${encodeURIComponent(text)}`)).body.tags;

describe('the tags of a profile', () => {
  it('[CTP-008] [CTP-009] [PROF-027] [PROF-034] [PROF-036] are replaced by the saved list', async () => {
    const [profile] = await addProfiles(here, 1, {
      input: {
        skills: [
          { name: 'Go', is_principal: true },
          { name: 'SQL', norm_rating: 0.6 },
        ],
      },
    });
    const saved = await caller.post(of(profile), { tags: ['Релокация', 'java', 'Java', '  RELOCATION '] });
    expect(saved).toMatchObject({ status: 200, body: { tags: [{ name: 'java' }, { name: 'RELOCATION' }, { name: 'Релокация' }] } });
    await caller.post(of(profile), { tags: ['Java', 'Senior'] });
    expect(await namesOf(profile)).toEqual(['java', 'Senior']);
    const { body } = await caller.get(`/api/internal/profiles/${profile}/`);
    expect(body).toMatchObject({
      display_tags: ['java', 'Senior'],
      display_profile_tags: [{ id: expect.any(Number), name: 'java' }, { name: 'Senior' }],
      display_skill_groups: [
        { group: 'main', skills: ['Go'] },
        { group: 'bronze', skills: ['SQL'] },
      ],
    });
    await caller.post(of(profile), { tags: [] });
    expect(await namesOf(profile)).toEqual([]);
  });

  it('[CTP-008] are hidden from other companies', async () => {
    const [profile] = await addProfiles(here, 1);
    await caller.post(of(profile), { tags: ['Only ours'] });
    expect(await namesOf(profile, stranger)).toEqual([]);
    expect((await stranger.get('/api/v6/tags/?text=Only')).body.tags).toEqual([]);
    expect((await stranger.get(`/api/internal/profiles/${profile}/`)).body.display_tags).toEqual([]);
  });

  it('[CTP-007] have 1 to 50 characters, at most 50 per profile', async () => {
    const [profile] = await addProfiles(here, 1);
    const many = Array.from({ length: 51 }, (_, index) => `Tag ${index}`);
    expect((await caller.post(of(profile), { tags: many })).status).toBe(400);
    for (const name of ['', '   ', 'x'.repeat(51)]) expect((await caller.post(of(profile), { tags: [name] })).status).toBe(400);
    const { status, body } = await caller.post(of(profile), { tags: [...many.slice(1), 'x'.repeat(50)].slice(1) });
    expect([status, body.tags.length]).toEqual([200, 50]);
    const job = await caller.post('/api/v6/profiles/tags/', { profiles: [profile], add: ['One more'] });
    expect((await caller.get(`/api/v6/jobs/${job.body.job_id}/`)).body.result).toEqual({ changed: 0 });
    expect(await namesOf(profile)).toHaveLength(50);
  });

  it('[CTP-008] keep one of two concurrently saved lists', async () => {
    const [profile] = await addProfiles(here, 1);
    const lists = [
      ['First a', 'First b'],
      ['Second a', 'Second b'],
    ];
    await Promise.all(Array.from({ length: 8 }, (_, index) => caller.post(of(profile), { tags: lists[index % 2] })));
    expect(lists).toContainEqual(await namesOf(profile));
  });

  it('[ROLE-044] are hidden from a hiring manager without the permission', async () => {
    const user = await here.addUser(company, 'hm');
    const manager = await here.signIn(user);
    const { profiles } = await fillVacancy(here, caller, { profiles: 1, body: { granted_users: [user.id] } });
    await caller.post(of(profiles[0]), { tags: ['For the manager'] });
    expect(await namesOf(profiles[0], manager)).toEqual(['For the manager']);
    expect((await manager.post(of(profiles[0]), { tags: [] })).status).toBe(403);
    await here.sql(`update users set hm_access = hm_access || '{"tags": false}' where id = $1`, [user.id]);
    expect((await manager.get(of(profiles[0]))).status).toBe(403);
    expect((await manager.get(`/api/internal/profiles/${profiles[0]}/`)).body.display_tags).toEqual([]);
  });
});

describe('the tags of the company', () => {
  it('[CTP-008] are found by any part of their name, most used first, and disappear when unused', async () => {
    const [one, other] = await addProfiles(here, 2);
    await caller.post(of(one), { tags: ['Кандидат 100%', 'Наш кандидат'] });
    await caller.post(of(other), { tags: ['Наш кандидат'] });
    expect(await known('КАНДИДАТ')).toMatchObject([
      { name: 'Кандидат 100%', count: 1 },
      { name: 'Наш кандидат', count: 2 },
    ]);
    expect(await known('100%')).toMatchObject([{ name: 'Кандидат 100%' }]);
    await caller.post(of(one), { tags: [] });
    expect(await known('100%')).toEqual([]);
  });
});

describe('tags on several people', () => {
  it('[DEC-13] are added and removed by a job, and restored by its undo', async () => {
    const profiles = await addProfiles(here, 3);
    await caller.post(of(profiles[0]), { tags: ['Hot', 'Cold'] });
    await caller.post(of(profiles[1]), { tags: ['Cold'] });
    const { status, body } = await caller.post('/api/v6/profiles/tags/', { profiles, add: ['hot'], remove: ['COLD', 'unknown'] });
    expect([status, body.count]).toEqual([200, 3]);
    const lists = async () => Promise.all(profiles.map((id) => namesOf(id)));
    expect(await lists()).toEqual([['Hot'], ['Hot'], ['Hot']]);
    expect((await caller.get(`/api/v6/jobs/${body.job_id}/`)).body).toMatchObject({
      kind: 'profiles_tag',
      undoable: true,
      details: { tag: 'hot, COLD, unknown' },
      result: { changed: 3 },
    });
    expect((await caller.post(`/api/v6/jobs/${body.job_id}/undo/`, {})).body.status).toBe('undone');
    expect(await lists()).toEqual([['Cold', 'Hot'], ['Cold'], []]);
  });

  it('[DEC-13] skip profiles of another company', async () => {
    const [own] = await addProfiles(here, 1, { companyId: company });
    const refused = await stranger.post('/api/v6/profiles/tags/', { profiles: [own], add: ['Mine now'] });
    expect(refused).toMatchObject({ status: 400, body: { profiles: ['Profile not found'] } });
    expect((await caller.post('/api/v6/profiles/tags/', { profiles: [own] })).status).toBe(400);
  });
});
