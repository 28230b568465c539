import { expect, it } from 'vitest';
import { readdirSync } from 'node:fs';
import { useInstallation } from '../../../test/installation.ts';
import { upload } from '../../../test/upload.ts';
import { until } from '../../../test/settled.ts';

const here = useInstallation();
const table = (name: string) => ({ filename: `${name}.csv`, bytes: `Name,Email\n${name} Unused,${name}@unused.test\n` });
const path = (id: number) => `/api/files/v1/${id}/`;
const stored = () => readdirSync(here.filesFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

it('[DEC-14] deletes an upload that created no profile after a day, and keeps other files', async () => {
  const worker = await here.application.startWorker();
  const company = await here.addCompany();
  const [caller, colleague] = [
    await here.signIn(await here.addUser(company, 'worker')),
    await here.signIn(await here.addUser(company, 'hm')),
  ];
  const ofProfile = { purpose: 'profile' };
  const [left, taken, other] = [
    (await upload(caller, { ...table('left'), fields: ofProfile })).body.id as number,
    (await upload(caller, { ...table('taken'), fields: ofProfile })).body.id as number,
    (await upload(caller, { filename: 'attached.txt', bytes: 'To a message' })).body.id as number,
  ];
  expect(await caller.post('/api/v6/profiles/create/', { file_id: taken })).toMatchObject({ status: 200 });
  expect((await caller.get(path(left))).status).toBe(200);
  expect((await colleague.get(path(left))).status).toBe(404);
  const look = () => here.sql(`select graphile_worker.add_job('delete_unused_files')`);
  expect(stored()).toBe(3);
  await here.sql(`update files set created_at = created_at - interval '25 hours'`);
  const late = (await upload(caller, { ...table('late'), fields: ofProfile })).body.id as number;
  await look();
  await until(async () => expect((await caller.get(path(left))).status).toBe(404));
  for (const id of [taken, other, late]) expect((await caller.get(path(id))).status).toBe(200);
  expect(stored()).toBe(3);
  await worker.stop();
});
