import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { enrich, linesOf } from '../../../test/enrichment-fixtures.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { until } from '../../../test/settled.ts';

const here = useInstallation();
const path = '/api/v6/enrichment_requests/';
let companyId: number;
let caller: Caller;
let worker: { stop(): Promise<void> } | undefined;

beforeAll(async () => {
  companyId = await here.addCompany();
  caller = await here.signIn(await here.addUser(companyId, 'worker'));
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});

const find = async (id: number) =>
  (await caller.get(`${path}?per_page=100`)).body.requests.find((one: { id: number }) => one.id === id) as {
    state: string;
    done: number;
    found: number;
    added: number;
    is_cancelled: boolean;
  };
const quota = async () => (await caller.get('/api/quotas/my/')).body.quotas_data_enrichment_available as number;
let counter = 0;
/** Rows of people of the company, each with a new phone number. */
async function fileOf(rows: number, domain: string): Promise<string> {
  counter += 1;
  for (let at = 0; at < 20; at += 1)
    await addProfiles(here, 1, { companyId, input: { contacts: [{ type: 'email', value: `p${at}@${domain}` }] } });
  return Array.from({ length: rows }, (_, index) => `p${index}@${domain},+791${counter}${String(2_000_000 + index)}`).join('\n');
}
describe('a large file', () => {
  it('[ENR-021] waits, is processed in parts and is done', async () => {
    const { body } = await enrich(caller, await fileOf(1200, 'large.test'), 'email,phone');
    expect(body).toMatchObject({ state: 'waiting', rows: 1200, done: 0, cancellable: true });
    worker = await here.application.startWorker();
    await until(async () => expect((await find(body.id)).state).toBe('done'));
    expect(await find(body.id)).toMatchObject({ done: 1200, found: 20, added: 20 });
    const results = linesOf(await caller.get(`/api/v6/enrichment/${body.id}/results/`));
    expect(results).toHaveLength(1201);
    expect(new Set(results).size).toBe(1201);
    expect((await caller.get(`/api/v6/jobs/${body.job_id}/`)).body).toMatchObject({
      kind: 'enrichment',
      details: { name: 'people.csv' },
      result: { found: 20, added: 20, errors: 0 },
    });
  });

  it('[ENR-013] [ENR-021] is cancelled: unprocessed rows return to the quota, and the result reports them', async () => {
    const before = await quota();
    const { body } = await enrich(caller, await fileOf(700, 'cancelled.test'), 'email,phone');
    expect(await quota()).toBe(before - 700);
    expect((await caller.post(`/api/v6/jobs/${body.job_id}/cancel/`)).status).toBe(200);
    expect(await find(body.id)).toMatchObject({ state: 'failed', is_cancelled: true, done: 0 });
    expect(await quota()).toBe(before);
    const results = linesOf(await caller.get(`/api/v6/enrichment/${body.id}/results/`));
    expect(results).toHaveLength(701);
    expect(results[1]).toContain('Not processed');
  });

  it('[ENR-013] [ENR-021] fails if the person loses the permission, and its rows return to the quota', async () => {
    const user = await here.addUser(companyId, 'worker');
    const losing = await here.signIn(user);
    const before = await quota();
    const { body } = await enrich(losing, await fileOf(600, 'lost.test'), 'email,phone');
    await here.sql('update users set data_enrichment_enabled = false where id = $1', [user.id]);
    worker = await here.application.startWorker();
    await until(async () => expect(await find(body.id)).toMatchObject({ state: 'failed', problem: 'Forbidden', done: 0 }));
    expect(await quota()).toBe(before);
  });
});
