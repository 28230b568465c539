import { profileData, type ProfileInput } from '@headwater/contract/profile-data';
import { beforeAll, describe, expect, it } from 'vitest';
import { upsertProfiles } from '#modules/profiles/store/write.ts';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';

/** Two companies change the same common person, a third hides it, a fourth does nothing. */

const here = useInstallation();

const welder = (first_name: string, start: string): ProfileInput => ({
  first_name,
  last_name: 'Lovelace',
  about: 'Joins plates of zinc.',
  positions: [{ title: 'Welder', company: 'Zinc Works', start, is_current: true }],
  skills: [{ name: 'Python', is_principal: true }],
});

type Company = 'gold' | 'tin' | 'hiding' | 'idle';
const companies: readonly Company[] = ['gold', 'tin', 'hiding', 'idle'];
let users: Record<Company, TestUser>;
let ada: number;
let cora: number;

const search = async (caller: Caller, parts: Record<string, string>) => {
  const answer = await caller.get(`/api/v6/profiles/?${new URLSearchParams(parts).toString()}`);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const names = async (caller: Caller, q: unknown[], more: Record<string, string> = {}): Promise<string[]> => {
  const { total, profiles } = await search(caller, { q: JSON.stringify(q), ...more });
  expect(total).toBe(profiles.length);
  return profiles.map(({ name }: { name: string }) => name.replace(' Lovelace', ''));
};

interface Value {
  id: string;
  name: string;
  count: number;
}

beforeAll(async () => {
  const { database, search: service } = here.application;
  const common = [
    welder('Ada', '2020-01'),
    welder('Bella', '2015-01'),
    {
      first_name: 'Cora',
      last_name: 'Lovelace',
      contacts: [{ type: 'email', value: 'cora@base.test' } as const, { type: 'telegram', value: '@cora_base' } as const],
    },
  ].map((one) => profileData.parse(one));
  const { ids } = await database.asSystem((tx) => upsertProfiles(tx, common, { companyId: null, createdBy: null }));
  const [first, bella, third] = ids;
  ada = first ?? 0;
  cora = third ?? 0;
  await service.start();
  users = Object.fromEntries(
    await Promise.all(companies.map(async (name) => [name, await here.addUser(await here.addCompany(), 'worker')] as const)),
  ) as typeof users;
  const save = async (company: Company, body: object, id: number | null | undefined = ada) =>
    expect(await (await here.signIn(users[company])).post(`/api/v6/profiles/${id}/private/`, body)).toMatchObject({ status: 200 });
  await save('gold', {
    first_name: 'Augusta',
    about: 'Melts golden rings.',
    positions: [{ title: 'Goldsmith', company: 'Gold Guild', start: '2001-01', is_current: true }],
    skills: [{ name: 'Rust', is_principal: true }],
    contacts: { add: [{ type: 'email', value: 'ada@gold.test' }] },
  });
  await save('tin', { positions: [{ title: 'Tinsmith', company: 'Tin Guild', start: '2024-01', is_current: true }] });
  await save(
    'tin',
    {
      contacts: {
        add: [
          { type: 'email', value: 'bella@tin.test' },
          { type: 'telegram', value: '@bella_tin' },
        ],
      },
    },
    bella,
  );
  await here.sql("insert into profile_overlays (company_id, profile_id, data, hidden) values ($1, $2, '{}', true)", [
    users.hiding.companyId,
    ada,
  ]);
  await here.sql('insert into search_changes (profile_id, changed_in) values ($1, $2)', [ada, users.hiding.companyId]);
});

type View<T> = Record<Company, T>;
type SignIn = (user: TestUser) => Promise<Caller>;

async function each<T>(signIn: SignIn, look: (caller: Caller) => Promise<T>): Promise<View<T>> {
  const views: [Company, T][] = [];
  for (const company of companies) views.push([company, await look(await signIn(users[company]))]);
  return Object.fromEntries(views) as View<T>;
}

/** Results of each company by query. */
const expectedNames: Record<string, View<string[]>> = {
  'position:Welder': { gold: ['Bella'], tin: ['Bella'], hiding: ['Bella'], idle: ['Ada', 'Bella'] },
  'position:Goldsmith': { gold: ['Augusta'], tin: [], hiding: [], idle: [] },
  'position:Tinsmith': { gold: [], tin: ['Ada'], hiding: [], idle: [] },
  'text:golden rings': { gold: ['Augusta'], tin: [], hiding: [], idle: [] },
  'text:plates of zinc': { gold: ['Bella'], tin: ['Ada', 'Bella'], hiding: ['Bella'], idle: ['Ada', 'Bella'] },
  'name:Ada': { gold: [], tin: ['Ada'], hiding: [], idle: ['Ada'] },
  'name:Augusta': { gold: ['Augusta'], tin: [], hiding: [], idle: [] },
};

async function namesFound(signInTo: SignIn): Promise<typeof expectedNames> {
  const found: [string, View<string[]>][] = [];
  for (const part of Object.keys(expectedNames)) {
    found.push([part, await each(signInTo, async (caller) => (await names(caller, [part])).toSorted())]);
  }
  return Object.fromEntries(found);
}

const signIn: SignIn = (user) => here.signIn(user);
const everywhere = <T>(look: (caller: Caller) => Promise<T>) => each(signIn, look);
const byAddress = (address: string) => everywhere((caller) => names(caller, [`name:${address}`]));

/** Checks that the facet count equals the number of results. */
const withTelegram = () =>
  everywhere(async (caller) => {
    const { body } = await caller.post('/api/v6/profiles/count/', { query: '', filters: '', facets: ['contacts'] });
    const value = (body.facets.contacts.values as Value[]).find(({ id }) => id === 'telegram');
    const found = await names(caller, [], { f: 'contacts:telegram' });
    expect(value).toMatchObject({ name: 'Telegram', count: found.length });
    return found.toSorted();
  });

describe('two companies that change the same common person', () => {
  it("[PEDT-007] [RSLT-001] [PROF-031] finds a person by each company's changes, not by the original data", async () => {
    expect(await namesFound(signIn)).toEqual(expectedNames);
  });

  it("[SRCH-050] finds a person by a company's own contacts only in that company", async () => {
    expect(await byAddress('ada@gold.test')).toEqual({ gold: ['Augusta'], tin: [], hiding: [], idle: [] });
    expect(await byAddress('bella@tin.test')).toEqual({ gold: [], tin: ['Bella'], hiding: [], idle: [] });
    expect(await byAddress('cora@base.test')).toEqual({ gold: ['Cora'], tin: ['Cora'], hiding: ['Cora'], idle: ['Cora'] });
  });

  it('[FLT-035] [FLT-038] counts facets from the profiles as each company sees them', async () => {
    const counted = await everywhere(async (caller) => {
      const { body } = await caller.post('/api/v6/profiles/count/', { query: '', filters: '', facets: ['lastCompany', 'contacts'] });
      const values = [...body.facets.lastCompany.values, ...body.facets.contacts.values] as Value[];
      expect((await search(caller, { f: 'contacts:email' })).total).toBe(values.find(({ id }) => id === 'email')?.count);
      const shown = ['Zinc Works', 'Gold Guild', 'Tin Guild', 'Email', 'No contacts'];
      return Object.fromEntries(values.flatMap(({ name, count }) => (shown.includes(name) && count > 0 ? [[name, count]] : [])));
    });
    expect(counted).toEqual({
      gold: { 'Gold Guild': 1, 'Zinc Works': 1, Email: 2, 'No contacts': 1 },
      tin: { 'Tin Guild': 1, 'Zinc Works': 1, Email: 2, 'No contacts': 1 },
      hiding: { 'Zinc Works': 1, Email: 1, 'No contacts': 1 },
      idle: { 'Zinc Works': 2, Email: 1, 'No contacts': 2 },
    });
  });

  it('[FLT-035] [FLT-038] filters by Telegram with own contacts and without hidden people', async () => {
    expect(await withTelegram()).toEqual({ gold: ['Cora'], tin: ['Bella', 'Cora'], hiding: ['Cora'], idle: ['Cora'] });
    const hide = async (companyId: number) => {
      await here.sql("insert into profile_overlays (company_id, profile_id, data, hidden) values ($1, $2, '{}', true)", [companyId, cora]);
      await here.sql('insert into search_changes (profile_id, changed_in) values ($1, $2)', [cora, companyId]);
    };
    await hide(users.hiding.companyId);
    expect(await withTelegram()).toEqual({ gold: ['Cora'], tin: ['Bella', 'Cora'], hiding: [], idle: ['Cora'] });
    await here.sql('delete from profile_overlays where company_id = $1 and profile_id = $2', [users.hiding.companyId, cora]);
    await here.sql('insert into search_changes (profile_id, changed_in) values ($1, $2)', [cora, users.hiding.companyId]);
  });

  it('[SUGG-001] [SRCH-001] suggests and counts from the profiles as each company sees them', async () => {
    const counts = await everywhere(async (caller) => {
      const countOf = async (text: string) => {
        const { body } = await caller.post('/api/v6/suggestions/', { text, field_types: ['skill'] });
        return body.skill.find(({ name }: Value) => name === text)?.count;
      };
      const query = JSON.stringify(['skill:Python', 'position:Welder']);
      const { body } = await caller.post('/api/v6/profiles/chips/', { query, chips: [[0], [1]] });
      return [await countOf('Python'), await countOf('Rust'), body.count, ...body.without];
    });
    expect(counts).toEqual({ gold: [1, 1, 1, 1, 1], tin: [2, 0, 1, 1, 2], hiding: [1, 0, 1, 1, 1], idle: [2, 0, 2, 2, 2] });
  });

  it('[RSLT-001] sorts and counts results per company', async () => {
    const ordered = await everywhere((caller) => names(caller, [], { s: 'experience' }));
    expect(ordered).toEqual({
      gold: ['Augusta', 'Bella', 'Cora'],
      tin: ['Bella', 'Ada', 'Cora'],
      hiding: ['Bella', 'Cora'],
      idle: ['Bella', 'Ada', 'Cora'],
    });
  });

  it("[RSLT-015] shows a company's texts in rows, excerpts and hints only to that company", async () => {
    const caller = await signIn(users.gold);
    const { profiles, query_id: queryId } = await search(caller, { q: JSON.stringify(['text:golden rings']) });
    expect(profiles).toMatchObject([{ title: 'Goldsmith', company: 'Gold Guild', contact_types: ['email'] }]);
    expect(JSON.stringify(profiles[0].excerpts)).toContain('Melts golden rings.');
    const hints = await caller.get(`/api/profiles/${ada}/search_hints/${queryId}`);
    expect(JSON.stringify(hints.body)).toContain('Melts golden rings.');
    const others = await everywhere(async (one) => JSON.stringify(await search(one, {})).match(/gold(?:smith|en)?/gi)?.length ?? 0);
    expect(others).toMatchObject({ tin: 0, hiding: 0, idle: 0 });
    expect(others.gold).toBeGreaterThan(0);
  });

  it('[RSLT-001] returns the same results after a restart from the snapshot', async () => {
    await (await here.application.search.ready()).save();
    // No change is announced, so a rebuilt index would miss it.
    await here.sql('delete from profile_overlays where company_id = $1', [users.tin.companyId]);
    const again = here.openAgain();
    try {
      const app = await again.createHttp();
      await again.search.start();
      expect(await namesFound((user) => here.signIn(user, app))).toEqual(expectedNames);
      await app.close();
    } finally {
      await again.close();
    }
  });

  it('[CTP-012] finds the original person immediately after a company reverts its change', async () => {
    const caller = await signIn(users.gold);
    const { fragments } = (await caller.get(`/api/v6/profiles/${ada}/private/`)).body;
    expect((await caller.delete(`/api/v6/profiles/${ada}/private/${fragments[0].id}/`)).status).toBe(200);
    expect((await names(caller, ['position:Welder'])).toSorted()).toEqual(['Ada', 'Bella']);
    expect(await names(caller, ['position:Goldsmith'])).toEqual([]);
    expect(await names(caller, ['name:ada@gold.test'])).toEqual(['Ada']);
  });
});
