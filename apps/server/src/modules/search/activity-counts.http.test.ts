import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { good } from '../../../test/mailing-fixtures.ts';
import { until } from '../../../test/settled.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();
let caller: Caller;
let colleague: Caller;
let people: number[];

interface Value {
  id: string;
  count: number | null;
}

const activity = ['views', 'shown', 'folders', 'contacted', 'hasComment'];

const counts = async (filters = '', who = caller) => {
  const { facets } = await good(who.post('/api/v6/profiles/count/', { query: '[]', filters, facets: ['general'] }));
  const values = facets.general.values as Value[];
  return Object.fromEntries(values.filter(({ id }) => activity.includes(id)).map(({ id, count }) => [id, count]));
};

const found = async (item: string) => {
  const query = new URLSearchParams({ q: '[]', f: `general:${item}` });
  return (await good(caller.get(`/api/v6/profiles/?${query.toString()}`))).total as number;
};

beforeAll(async () => {
  const company = await here.addCompany({ features: { activity_filters: true } });
  const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  caller = await here.signIn(await here.addUser(company, 'worker'));
  colleague = await here.signIn(await here.addUser(company, 'worker'));
  people = (await addProfiles(here, 6)).toSorted((one, other) => one - other);
  await until(() => good(caller.get('/api/v6/profiles/?q=[]')));
  for (const who of [caller, stranger]) await good(who.get(`/api/internal/profiles/${people[0]}/`));
  await good(caller.get(`/api/internal/profiles/${people[1]}/`));
  for (const id of people) await good(stranger.get(`/api/internal/profiles/${id}/`));
  await good(colleague.get(`/api/internal/profiles/${people[2]}/`));
});

describe('counts of the own activity', () => {
  it('[FLT-019] [FLT-056] [FLT-057] are the numbers of people that the filter finds', async () => {
    const counted = await counts();
    expect(counted).toMatchObject({ views: 2, folders: 0, hasComment: 0 });
    expect(counted['views']).toBe(await found('viewsTransformer=views'));
  });

  it('[FLT-008] [FLT-019] count within the other filters', async () => {
    // Choosing another of the four replaces the first.
    expect(await counts('general:viewsTransformer=views')).toMatchObject({ views: 2, shown: null, folders: null, hasComment: 0 });
    expect(await counts('general:viewsTransformer=views~30@company')).toMatchObject({ views: 3 });
    expect(await counts('general:-viewsTransformer=views')).toMatchObject({ hasComment: 0 });
  });

  it('[FLT-019] are each user’s own', async () => {
    await good(caller.post(`/api/v6/profiles/${people[4]}/comments/`, { text: 'Speaks Dutch' }));
    expect(await counts('', colleague)).toMatchObject({ views: 1, hasComment: 1 });
    expect(await counts()).toMatchObject({ views: 2, hasComment: await found('hasComment') });
  });
});
