import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { startWorkerProcess } from '../../../test/killed-worker.ts';
import { poll, until } from '../../../test/settled.ts';
import { importsPath, importTable } from '../../../test/table-fixtures.ts';

const here = useInstallation();
let killed: ChildProcess | undefined;
let worker: { stop(): Promise<void> } | undefined;
afterAll(async () => {
  killed?.kill('SIGKILL');
  await worker?.stop();
});

const rows = 6000;

it('[IMP-010] [IMP-007] continues after its worker is killed: no row is lost or written twice', { timeout: 180_000 }, async () => {
  const company = await here.addCompany();
  const caller = await here.signIn(await here.addUser(company, 'worker'));
  const lines = Array.from({ length: rows }, (_, index) => `Person ${index},p${index}@killed-table.test`).join('\n');
  const started = await importTable(caller, `Name,Email\n${lines}\n,\n,,row without a person`);
  expect(started.body.job).toMatchObject({ status: 'queued', total: rows + 1, cancellable: true });
  const state = async () => (await caller.get(`${importsPath}${started.body.id}/`)).body;
  killed = startWorkerProcess(here);
  // A new process compiles the whole server first: most of a minute on a busy machine.
  await until(async () => expect((await state()).done).toBeGreaterThan(200), { timeout: 90_000 });
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  expect((await state()).done).toBeLessThan(rows);
  // A worker takes over a job half a minute after its last heartbeat.
  await here.sql(`update jobs set heartbeat_at = now() - interval '1 minute', created_at = now() - interval '1 hour' where id = $1`, [
    started.body.job.id,
  ]);
  worker = await here.application.startWorker();
  await poll(async () => (await state()).job.status, { timeout: 90_000 }).toBe('done');
  expect(await state()).toMatchObject({ done: rows + 1, created: rows, known: 0, left_out: 1 });
  const [written] = await here.sql(
    `select count(*)::int as people, count(distinct data ->> 'last_name')::int as different from profiles where company_id = $1`,
    [company],
  );
  expect(written).toEqual({ people: rows, different: rows });
  await caller.post(`/api/v6/jobs/${started.body.job.id}/undo/`);
  await poll(async () => (await state()).job.status, { timeout: 90_000 }).toBe('undone');
  expect(await here.sql('select id from profiles where company_id = $1', [company])).toEqual([]);
});
