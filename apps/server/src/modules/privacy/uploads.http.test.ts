import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { good } from '../../../test/mailing-fixtures.ts';
import { upload } from '../../../test/upload.ts';
import { poll } from '../../../test/settled.ts';

const here = useInstallation();
const stored = () => readdirSync(here.filesFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

const status = async (caller: Caller, file: number) => (await caller.get(`/api/files/v1/${file}/`)).status;

/** Uploads a resume for a new profile and reads it like the form. */
async function readOnly(caller: Caller, name: string): Promise<number> {
  const bytes = `Name,Email\n${name} Person,${name}@uploads.test\n`;
  const { id } = (await upload(caller, { filename: `${name}.csv`, bytes, fields: { purpose: 'profile' } })).body;
  await good(caller.post('/api/v6/profiles/create/read/', { file_id: id }));
  return id;
}

it('[DEC-14] an erasure deletes uploads of the company about the person without a profile; those of others stay', async () => {
  const tasks = await here.application.startSearchTasks();
  try {
    const company = await here.addCompany();
    const [admin, recruiter] = [
      await here.signIn(await here.addUser(company, 'admin')),
      await here.signIn(await here.addUser(company, 'worker')),
    ];
    const rival = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    const [hers, somebody, rivals] = [await readOnly(recruiter, 'eve'), await readOnly(recruiter, 'bob'), await readOnly(rival, 'eve')];
    // The form was filled in beside the file and its profile was undone, so the file was never
    // read.
    const bytes = 'Name,Email\nEve,nobody@uploads.test\n';
    const undone = (await upload(recruiter, { filename: 'undone.csv', bytes, fields: { purpose: 'profile' } })).body.id;
    const contacts = [{ type: 'email', value: 'Eve@uploads.test' }];
    const form = { first_name: 'Eve', last_name: 'Person', contacts, file_id: undone };
    const made = await good(recruiter.post('/api/v6/profiles/create/', form));
    await good(recruiter.post(`/api/v6/profiles/${made.id}/create/undo/`, {}));
    const { id } = await good(admin.post('/api/v6/profiles/create/', { first_name: 'Eve', last_name: 'Person', contacts }));
    expect(stored()).toBe(4);
    await good(admin.post(`/api/v6/profiles/${id}/erasure/`));
    const stage = async () => (await good(admin.get('/api/v6/erasures/'))).erasures[0]?.stage;
    await poll(stage, { timeout: 60_000 }).toBe('done');
    expect(
      await Promise.all([status(recruiter, hers), status(recruiter, undone), status(recruiter, somebody), status(rival, rivals)]),
    ).toEqual([404, 404, 200, 200]);
    expect(stored()).toBe(2);
  } finally {
    await tasks.stop();
  }
});
