import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { good } from '../../../test/mailing-fixtures.ts';
import { until } from '../../../test/settled.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();
let caller: Caller;
let stranger: Caller;
let people: number[];

interface Value {
  name: string;
  count: number | null;
  checked: boolean;
}

const found = async (filters: string, who = caller) => {
  const body = await good(who.get(`/api/v6/profiles/?${new URLSearchParams({ q: '[]', f: filters }).toString()}`));
  return (body.profiles as { id: number }[]).map(({ id }) => id).toSorted((one, other) => one - other);
};

const counts = async (asked: { filters?: string; text?: string } = {}, who = caller) => {
  const { filters = '', text } = asked;
  const facet_search = text === undefined ? {} : { tag: text };
  const body = await good(who.post('/api/v6/profiles/count/', { query: '[]', filters, facets: ['tag'], facet_search }));
  return body.facets.tag.values as Value[];
};
const shown = (values: Value[]) => Object.fromEntries(values.map(({ name, count }) => [name, count]));

beforeAll(async () => {
  const company = await here.addCompany();
  caller = await here.signIn(await here.addUser(company, 'worker'));
  stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  people = (await addProfiles(here, 4)).toSorted((one, other) => one - other);
  const tags = [['Relocation', 'Java, senior'], ['Relocation'], ['Java, senior'], []];
  for (const [at, names] of tags.entries()) await caller.post(`/api/v6/profiles/${people[at]}/tags/`, { tags: names });
  await stranger.post(`/api/v6/profiles/${people[3]}/tags/`, { tags: ['Relocation', 'Secret'] });
  // The index may still be read for the first time.
  await until(() => good(caller.get('/api/v6/profiles/?q=[]')));
});

describe('the filter by tags', () => {
  it('[FLT-001] [FLT-038] finds people with any, all or none of the chosen tags', async () => {
    expect(await found('tag:Relocation')).toEqual([people[0], people[1]]);
    expect(await found('tag:relocation')).toEqual([people[0], people[1]]);
    expect(await found(String.raw`tag:Relocation,Java\, senior`)).toEqual(people.slice(0, 3));
    expect(await found(String.raw`tag:~all,Relocation,Java\, senior`)).toEqual([people[0]]);
    expect(await found('tag:-Relocation')).toEqual([people[2], people[3]]);
    expect(await found('tag:Nobody has it')).toEqual([]);
  });

  it('[FLT-056] [FLT-057] counts the tags of the own company', async () => {
    expect(shown(await counts())).toEqual({ Relocation: 2, 'Java, senior': 2 });
    expect(shown(await counts({ text: 'sen' }))).toEqual({ 'Java, senior': 2 });
    expect(await counts({ filters: 'tag:Relocation' })).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'Relocation', count: 2, checked: true })]),
    );
  });

  it('[CTP-008] never finds by tags of another company', async () => {
    expect(await found('tag:Secret')).toEqual([]);
    expect(await found('tag:Relocation', stranger)).toEqual([people[3]]);
    expect(shown(await counts({}, stranger))).toEqual({ Relocation: 1, Secret: 1 });
  });
});
