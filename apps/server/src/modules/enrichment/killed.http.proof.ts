import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { enrich, linesOf } from '../../../test/enrichment-fixtures.ts';
import { useInstallation } from '../../../test/installation.ts';
import { startWorkerProcess } from '../../../test/killed-worker.ts';
import { poll, until } from '../../../test/settled.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();
let killed: ChildProcess | undefined;
let worker: { stop(): Promise<void> } | undefined;
afterAll(async () => {
  killed?.kill('SIGKILL');
  await worker?.stop();
});

const people = 20;
const rows = 20_000;

it('[ENR-021] a job continues after its worker is killed: no row is processed twice or lost', { timeout: 180_000 }, async () => {
  const company = await here.addCompany();
  const caller = await here.signIn(await here.addUser(company, 'worker'));
  for (let at = 0; at < people; at += 1)
    await addProfiles(here, 1, { companyId: company, input: { contacts: [{ type: 'email', value: `p${at}@killed.test` }] } });
  const lines = Array.from({ length: rows }, (_, index) => `p${index}@killed.test,+7911${String(2_000_000 + index)}`).join('\n');
  const { body } = await enrich(caller, lines, 'email,phone');
  const find = async () =>
    (await caller.get('/api/v6/enrichment_requests/?per_page=100')).body.requests.find((one: { id: number }) => one.id === body.id) as {
      state: string;
      done: number;
    };
  killed = startWorkerProcess(here);
  // A new process compiles the whole server first: most of a minute on a busy machine.
  await until(async () => expect((await find()).done).toBeGreaterThan(500), { timeout: 60_000 });
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const { done } = await find();
  expect(done).toBeLessThan(rows);
  // A worker takes over a job half a minute after its last heartbeat.
  await here.sql(`update jobs set heartbeat_at = now() - interval '1 minute', created_at = now() - interval '1 hour' where id = $1`, [
    body.job_id,
  ]);
  worker = await here.application.startWorker();
  await poll(async () => (await find()).state, { timeout: 60_000 }).toBe('done');
  expect(await find()).toMatchObject({ done: rows, found: people, added: people });
  const added = await here.sql(
    `select count(*)::int as count, count(distinct own.profile_id)::int as profiles from profile_contacts as own
       join profile_contacts as base on base.profile_id = own.profile_id and base.source <> 'enrichment'
       where own.company_id = $1 and own.source = 'enrichment' and base.normalized like '%@killed.test'`,
    [company],
  );
  expect(added).toEqual([{ count: people, profiles: people }]);
  const results = linesOf(await caller.get(`/api/v6/enrichment/${body.id}/results/`));
  expect(results).toHaveLength(rows + 1);
  expect(results.filter((line) => line.includes('Not processed'))).toEqual([]);
});
