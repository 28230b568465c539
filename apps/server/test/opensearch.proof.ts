import { profileData } from '@headwater/contract/profile-data';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Application } from '../src/app.ts';
import { upsertProfiles } from '../src/modules/profiles/store/write.ts';
import { type Caller, useInstallation } from './installation.ts';
import { type OpenSearchCluster, startOpenSearch } from './opensearch-cluster.ts';

// Read when the installation opens.
const settings = { HEADWATER_OPENSEARCH_URL: '', HEADWATER_OPENSEARCH_SHARDS: '2' };
let cluster: OpenSearchCluster;
beforeAll(async () => {
  cluster = await startOpenSearch(1);
  settings.HEADWATER_OPENSEARCH_URL = cluster.nodes.join(',');
}, 1_000_000);
afterAll(() => cluster.stop());

const here = useInstallation(settings);
let other: Application;
let otherApp: FastifyInstance;
let callers: Caller[];
let companyId: number;

const people = (count: number, lastName: string) =>
  Array.from({ length: count }, (_, at) =>
    profileData.parse({ first_name: `Person${at}`, last_name: lastName, skills: [{ name: 'Python' }, { name: `Skill ${at % 7}` }] }),
  );

interface Found {
  total: number;
  profiles: { name: string }[];
}

async function search(caller: Caller, q: unknown[]): Promise<Found> {
  const answer = await caller.get(`/api/v6/profiles/?${new URLSearchParams({ q: JSON.stringify(q) }).toString()}`);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as Found;
}

const addPeople = (count: number, lastName: string) =>
  here.application.database.inCompany(companyId, (tx) => upsertProfiles(tx, people(count, lastName), { companyId, createdBy: null }));

beforeAll(async () => {
  companyId = await here.addCompany();
  const user = await here.addUser(companyId, 'worker');
  await here.application.database.asSystem((tx) => upsertProfiles(tx, people(60, 'Common'), { companyId: null, createdBy: null }));
  other = here.openAgain();
  otherApp = await other.createHttp();
  callers = [await here.signIn(user), await here.signIn(user, otherApp)];
}, 120_000);
afterAll(async () => {
  await otherApp.close();
  await other.close();
});

it(
  '[SCL-001] [SCL-004] answers searches of two processes over one cluster, including their own changes',
  { timeout: 300_000 },
  async () => {
    await Promise.all([here.application.search.start(), other.search.start()]);
    for (const caller of callers) {
      expect((await search(caller, ['skill:Python'])).total).toBe(60);
      expect((await search(caller, ['name:Common', 'skill:Skill 3'])).total).toBe(9);
    }
    await addPeople(3, 'Own');
    for (const caller of callers) expect((await search(caller, ['name:Own'])).total).toBe(3);
    const stats = await Promise.all([here.application, other].map(async ({ search: service }) => (await service.ready()).stats()));
    expect(stats).toEqual([expect.objectContaining({ documents: 63, shards: 2 }), expect.objectContaining({ documents: 63, shards: 2 })]);
  },
);

it('[SCL-004] continues to write when the process that wrote has ended', { timeout: 300_000 }, async () => {
  await here.application.search.stop();
  await addPeople(2, 'Later');
  expect((await search(callers[1]!, ['name:Later'])).total).toBe(2);
});
