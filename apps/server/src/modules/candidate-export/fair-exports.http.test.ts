import { expect, it, beforeAll } from 'vitest';
import { whileHeld } from '../../../test/held-table.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();
// Limit of candidates added to a vacancy without a worker.
const people = 190;

interface Exporter {
  caller: Caller;
  vacancy: number;
}

let [anna, bert, zoe] = [] as unknown as [Exporter, Exporter, Exporter];
async function addExporter(companyId: number): Promise<Exporter> {
  const caller = await here.signIn(await here.addUser(companyId, 'admin'));
  const { id } = (await caller.post('/api/v6/folders/', { name: 'Designer' })).body as { id: number };
  // Exceeds the buffers of a connection that the client does not read.
  const input = { positions: [{ title: 'x'.repeat(200), company: 'y'.repeat(200), is_current: true }] };
  await caller.post('/api/v6/candidates/', { folder_id: id, profiles: await addProfiles(here, people, { input }) });
  return { caller, vacancy: id };
}
beforeAll(async () => {
  const company = await here.addCompany();
  anna = await addExporter(company);
  bert = await addExporter(company);
  zoe = await addExporter(await here.addCompany());
});

const table = { columns: ['name', 'title', 'company'], open_contacts: false };
const csv = ({ caller, vacancy }: Exporter) => caller.post(`/api/vacancies/${vacancy}/candidates/export/csv`, table);
const check = ({ caller, vacancy }: Exporter) => caller.post(`/api/vacancies/${vacancy}/candidates/export/check`, { columns: ['name'] });
const busy = {
  status: 429,
  body: { detail: 'Earlier exports are still running. Start this one when one of them is done', code: 'exports_busy' },
  headers: { 'retry-after': '10' },
};
const statuses = async (answers: readonly Promise<{ status: number }>[]) => (await Promise.all(answers)).map(({ status }) => status);

it('runs two exports of a user, refuses a third of any kind, and admits other users before the second', async () => {
  const profiles = await addProfiles(here, 1, {});
  const requests = await whileHeld(here, 'vacancies', async ({ waiting }) => {
    const own = [csv(anna), csv(anna), csv(anna)];
    // Two are admitted, so only the refused request answers.
    expect(await Promise.race(own)).toMatchObject(busy);
    await waiting(1);
    expect(await anna.caller.post('/api/v6/profiles/export/csv/', { profile_ids: profiles, ...table })).toMatchObject(busy);
    expect(await anna.caller.get('/api/v6/audit/export/')).toMatchObject(busy);
    expect(await anna.caller.get(`/api/v6/profiles/${profiles[0]}/personal_data/`)).toMatchObject(busy);
    // Two exports run at a time, without the second of the first user.
    const others = [csv(zoe)];
    await waiting(2);
    return [...own, ...others, csv(bert)];
  });
  const answers = await Promise.all(requests);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 429]);
  const written = answers.filter(({ status }) => status === 200);
  expect(written.map(({ body }) => String(body).split('\r\n').filter(Boolean).length)).toEqual([1, 2, 3, 4].map(() => 1 + people));
  expect((await csv(anna)).status).toBe(200);
  expect((await anna.caller.get('/api/v6/audit/export/')).status).toBe(200);
});

it('counts an export until its client reads it or disconnects', async () => {
  const open = () =>
    anna.caller.send({
      method: 'POST',
      url: `/api/vacancies/${anna.vacancy}/candidates/export/csv`,
      payload: table,
      payloadAsStream: true,
    });
  const [first, second] = [await open(), await open()];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(await csv(anna)).toMatchObject(busy);
  // Unread exports occupy no turn.
  expect(await statuses([csv(bert), csv(zoe)])).toEqual([200, 200]);
  await first.body.toArray();
  expect((await csv(anna)).status).toBe(200);
});

it('limits concurrent export checks of a user', async () => {
  const requests = await whileHeld(here, 'vacancies', async ({ waiting }) => {
    const own = [1, 2, 3, 4, 5].map(() => check(anna));
    expect(await Promise.race(own)).toMatchObject({ status: 429, body: { code: 'exports_busy' } });
    await waiting(1);
    const other = check(zoe);
    await waiting(2);
    return [...own, other];
  });
  expect((await statuses(requests)).toSorted()).toEqual([200, 200, 200, 200, 200, 429]);
});
