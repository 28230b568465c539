import { beforeAll, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../test/installation.ts';

const here = useInstallation();
let recruiter: Caller;
beforeAll(async () => {
  recruiter = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
});

/** As providers do while a disk is full: new connections can only read. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const database = new URL(here.databaseUrl).pathname.slice(1);
  await here.sql(`begin read write; alter database "${database}" set default_transaction_read_only = ${value}; commit`);
  await here.sql('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
}

const create = (name: string) => recruiter.post('/api/v6/folders/', { name });
const namesOf = async () => (await recruiter.get('/api/v6/folders/')).body.folders.map((folder: { name: string }) => folder.name);

it('[OPS-002] answers reads and refuses writes with the reason while the database is read-only', async () => {
  expect((await create('Before')).status).toBe(200);
  await setReadOnly('on');
  try {
    await expect.poll(namesOf).toEqual(['Before']);
    expect(await create('Meanwhile')).toMatchObject({ status: 507, body: { code: 'storage_read_only' } });
    expect(await namesOf()).toEqual(['Before']);
  } finally {
    await setReadOnly('off');
  }
  await expect.poll(async () => (await create('After')).status).toBe(200);
  expect((await namesOf()).toSorted()).toEqual(['After', 'Before']);
});
