import { profileData } from '@headwater/contract/profile-data';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateProfiles } from '#modules/demo/generate.ts';
import { upsertProfiles } from '#modules/profiles/store/write.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';

const here = useInstallation();
let caller: Caller;
const path = '/api/v6/market_insights/';

beforeAll(async () => {
  caller = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  const people = [...generateProfiles({ count: 300, today: here.clock.now() })].map((profile) => profileData.parse(profile));
  await here.application.database.asSystem((tx) => upsertProfiles(tx, people, { companyId: null, createdBy: null }));
  await here.application.search.start();
});

describe('market insights', () => {
  it('[AIS-010] [AIS-011] [AIS-012] count the found people by six facets, at most 20 values each, most frequent first', async () => {
    const { status, body } = await caller.post(path, { filters: '' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 300, folder_id: null, folder_name: null });
    expect(Object.keys(body.insights)).toEqual(['location', 'company', 'position', 'skill', 'seniority', 'experience']);
    for (const rows of Object.values<{ name: string; count: number }[]>(body.insights)) {
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.length).toBeLessThanOrEqual(20);
      expect(rows.map((row) => row.count)).toEqual(rows.map((row) => row.count).toSorted((left, right) => right - left));
      for (const row of rows) expect(Object.keys(row)).toEqual(['name', 'count', 'filters']);
    }
    // Only towns: a country would count the same people again and displace a town.
    expect(body.insights.location).toHaveLength(20);
    expect(body.insights.location.filter((row: { filters: string }) => !/^location:\d+$/.test(row.filters))).toEqual([]);
  });

  it('[AIS-010] apply filters and query like the search', async () => {
    const asked = { filters: 'seniorityLevel:senior', query: '["skill:Docker"]' };
    const { body } = await caller.post(path, asked);
    const counted = await caller.post('/api/v6/profiles/count/', { ...asked, facets: ['mainSkillHigh'] });
    expect(body.total).toBe(counted.body.payload.count);
    const [first] = counted.body.facets.mainSkillHigh.values.toSorted(
      (left: { count: number }, right: { count: number }) => right.count - left.count,
    );
    expect(body.insights.skill[0]).toMatchObject({ name: first.name, count: first.count });
    expect(body.insights.seniority).toEqual([{ name: 'Senior', count: body.total, filters: 'seniorityLevel:senior' }]);
  });

  it('[AIS-010] [AIS-012] list the people shown only, and each row finds as many as it says', async () => {
    const filters = ['location:DE,RU,-2950159;seniorityLevel:senior,middle', 'experience:2-8;lastCompany:-n:nowhere', 'location:RU'];
    for (const asked of filters) {
      const { body } = await caller.post(path, { filters: asked });
      const rows = Object.values<{ name: string; count: number; filters: string }[]>(body.insights).flat();
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        expect(row.count).toBeLessThanOrEqual(body.total);
        const found = await caller.post('/api/v6/profiles/count/', { query: '', filters: row.filters });
        expect([asked, row.name, found.body.payload.count]).toEqual([asked, row.name, row.count]);
      }
      const seniority = body.insights.seniority as { count: number }[];
      expect(seniority.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(body.total);
    }
  });

  it('[AIS-010] [AIS-011] return the requested folder, and report an invalid value at its field', async () => {
    const folder = await caller.post('/api/v6/folders/', { name: 'Platform team' });
    const { body } = await caller.post(path, { filters: '', folder_id: folder.body.id });
    expect(body).toMatchObject({ folder_id: folder.body.id, folder_name: 'Platform team' });
    expect((await caller.post(path, { filters: '', folder_id: 99_999 })).body).toHaveProperty('folder_id');
    expect((await caller.post(path, { filters: 'nothing:1' })).body).toHaveProperty('filters');
    expect((await caller.post(path, { query: '[' })).body).toHaveProperty('query');
  });
});
