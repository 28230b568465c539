import type { StatisticsListItem } from '@headwater/contract/statistics';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type TestUser, useSharedInstallation } from '../../../test/installation.ts';

const here = useSharedInstallation();

let company: number;
let author: TestUser;
let admin: TestUser;

async function addSearch(user: TestUser, query: string, isHidden = false): Promise<number> {
  const [search] = await here.sql<{ id: number }>(
    `insert into search_queries (company_id, user_id, query, filters, ranking, found) values ($1, $2, $3, '', 'relevance', 5) returning id`,
    [company, user.id, query],
  );
  const id = search?.id ?? 0;
  const now = here.clock.now();
  await here.sql(
    `insert into search_history (query_id, company_id, user_id, found, first_shown_at, shown_at, is_hidden) values ($1, $2, $3, 5, $4, $4, $5)`,
    [id, company, user.id, now, isHidden],
  );
  return id;
}

async function listedTexts(caller: Caller, query = ''): Promise<(string | null)[]> {
  const path = `/api/internal/companies/${company}/statistics/list/?section=search&metric=queries&per_page=100${query}`;
  const { status, body } = await caller.get(path);
  expect([status, body.count]).toEqual([200, body.items.length]);
  return body.items.map(({ detail }: StatisticsListItem) => detail).toSorted();
}

beforeAll(async () => {
  company = await here.addCompany({ features: { public_statistics: true } });
  author = await here.addUser(company, 'worker');
  admin = await here.addUser(company, 'admin');
  await addSearch(author, 'shown');
  await addSearch(author, 'hidden', true);
  const replaced = await addSearch(author, 'refined later');
  await here.sql('delete from search_history where query_id = $1', [replaced]);
  await addSearch(admin, 'own hidden', true);
});

describe('search texts behind a number', () => {
  it('[STB-001] [ROLE-064] shows a worker only own texts, with as many rows as the number says', async () => {
    const colleague = await here.signIn(await here.addUser(company, 'worker'));
    expect(await listedTexts(colleague)).toEqual([null, null, null, null]);
    expect(await listedTexts(await here.signIn(author))).toEqual(['hidden', null, 'refined later', 'shown']);
    expect(await listedTexts(await here.signIn(author), '&scope=own')).toEqual(['hidden', 'refined later', 'shown']);
  });

  it('[STB-001] shows an administrator the texts that colleagues have in their history', async () => {
    expect(await listedTexts(await here.signIn(admin))).toEqual([null, null, 'own hidden', 'shown']);
    const hiring = await here.signIn(await here.addUser(company, 'admin_without_search'));
    expect(await listedTexts(hiring)).toEqual([null, null, null, 'shown']);
  });

  it('[STB-001] shows staff of another company no texts', async () => {
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    expect(await listedTexts(staff)).toEqual(['', '', '', '']);
  });

  it('[STC-023] exports no texts', async () => {
    const path = `/api/internal/companies/${company}/statistics/export/?section=search`;
    for (const table of ['users', 'folders'])
      expect((await (await here.signIn(admin)).get(`${path}&table=${table}`)).body).not.toMatch(/shown|hidden|refined/);
  });
});
