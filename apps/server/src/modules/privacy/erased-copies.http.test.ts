import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProfileInput } from '@headwater/contract/profile-data';
import { type Answer, type Caller, useInstallation } from '../../../test/installation.ts';
import { until } from '../../../test/settled.ts';
import { upload } from '../../../test/upload.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();
let company = 0;
let admin: Caller;
let tasks: { stop(): Promise<void> };

const page = 'https://www.linkedin.com/in/zora-quillbeck';
const other = 'https://www.linkedin.com/in/somebody-else';
const linkTo = (url: string) => [{ url, domain: 'linkedin.com' }];
const phone = '+7 912 555-73-01';
const refused = { status: 409, body: { detail: expect.stringContaining('erased') } };

const add = async (input: Partial<ProfileInput> = {}) => (await addProfiles(here, 1, { companyId: company, input }))[0] ?? 0;
async function good(call: Promise<Answer>) {
  const answer = await call;
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}
const save = async (id: number, body: object): Promise<number> =>
  (await good(admin.post(`/api/v6/profiles/${id}/private/`, body))).fragment.id as number;
const glue = (ids: number[], more: object = {}) => admin.post('/api/glun/v4/', { action: 'glue', profile_ids: ids, ...more });
const jobOf = async (call: Promise<Answer>) => (await good(call)).job_id as number;
const undo = (job: number) => admin.post(`/api/v6/jobs/${job}/undo/`);
const linksOf = async (id: number) =>
  ((await good(admin.get(`/api/internal/profiles/${id}/`))).display_links as { url: string }[]).map(({ url }) => url);
const requestErasure = (id: number) => good(admin.post(`/api/v6/profiles/${id}/erasure/`));
const erased = (id: number) =>
  until(async () => expect((await admin.get(`/api/internal/profiles/${id}/`)).status).toBe(410), { timeout: 60_000 });

/** A profile with the page of the erased person in an earlier save, and the number of the last one. */
async function savedOver(): Promise<{ id: number; last: number }> {
  const id = await add();
  await save(id, { links: [{ url: page }] });
  return { id, last: await save(id, { links: [{ url: other }] }) };
}

/** Two profiles; the chosen page of the second hides the page that the first one has. */
async function mergedOver(): Promise<{ stays: number; goes: number; job: number }> {
  const [stays, goes] = [await add({ links: linkTo(page) }), await add({ links: linkTo(other) })];
  const job = await jobOf(glue([stays, goes], { choices: { links: 'right' } }));
  expect(await linksOf(stays)).toEqual([other]);
  return { stays, goes, job };
}

/** Each one prepares a profile before the erasure and returns an attempt to bring back the page. */
const copies: [string, () => Promise<{ id: number; attempt(): Promise<Answer> }>][] = [
  [
    'a removed save',
    async () => {
      const { id, last } = await savedOver();
      return { id, attempt: () => admin.delete(`/api/v6/private/${last}/`) };
    },
  ],
  [
    'a removed save of a profile',
    async () => {
      const { id, last } = await savedOver();
      return { id, attempt: () => admin.delete(`/api/v6/profiles/${id}/private/${last}/`) };
    },
  ],
  [
    'restored fields',
    async () => {
      const id = await add({ links: linkTo(page) });
      await save(id, { links: [{ url: other }] });
      return { id, attempt: () => admin.post(`/api/v6/profiles/${id}/private/restore/`, { fields: ['links'] }) };
    },
  ],
  [
    'an undone file',
    async () => {
      const { id, last } = await savedOver();
      const bytes = ['Maria Petrova', 'Engineer', '', other, '', 'Experience', 'Engineer, Beta', 'March 2021 – present'].join('\n');
      const { body: file } = await upload(admin, { filename: `undone${id}.txt`, bytes });
      await good(admin.put(`/api/v6/profiles/private/${last}/`, { resume_id: file.id }));
      return { id, attempt: () => admin.delete(`/api/v6/profiles/${id}/enrich_by_file/${last}/`) };
    },
  ],
  [
    'a detached profile',
    async () => {
      const { stays, goes } = await mergedOver();
      return { id: stays, attempt: () => admin.post(`/api/profiles/${goes}/detach/`) };
    },
  ],
  [
    'profiles that are separated',
    async () => {
      const { stays, goes } = await mergedOver();
      return { id: stays, attempt: () => admin.post('/api/glun/v4/', { action: 'unglue', profile_ids: [stays, goes] }) };
    },
  ],
  [
    'an undone merge',
    async () => {
      const { stays, job } = await mergedOver();
      return { id: stays, attempt: () => undo(job) };
    },
  ],
];
const prepared: { id: number; attempt(): Promise<Answer> }[] = [];

const gone = { candidate: 0, tagged: 0, vacancy: 0, stays: 0, goes: 0, ofEditor: 0 };
const jobs = { removal: 0, tags: 0, vacancy: 0, merge: 0 };
let [folder, removedFolder] = [0, 0];
let apart: number[] = [];

async function inVacancy(profile: number) {
  const { id } = await good(admin.post('/api/v6/folders/', { name: `Vacancy of ${profile}` }));
  const { candidates } = await good(admin.post('/api/v6/candidates/', { folder_id: id, profiles: [profile] }));
  return { folderId: id as number, candidateId: candidates[0].id as number };
}

beforeAll(async () => {
  company = await here.addCompany();
  admin = await here.signIn(await here.addUser(company, 'admin'));
  await here.application.search.start();
  tasks = await here.application.startSearchTasks();
  for (const [, prepare] of copies) prepared.push(await prepare());
  apart = [await add({ contacts: [{ type: 'phone', value: phone }] }), await add({ first_name: 'Zora', last_name: 'Quillbeck' })];

  for (const key of ['candidate', 'tagged', 'vacancy', 'stays', 'goes'] as const) gone[key] = await add({ first_name: key });
  gone.ofEditor = await add();
  await save(gone.ofEditor, { links: [{ url: 'https://www.linkedin.com/in/only-by-editor' }] });
  const removed = await inVacancy(gone.candidate);
  folder = removed.folderId;
  jobs.removal = await jobOf(admin.delete('/api/v6/candidates/', { ids: [removed.candidateId] }));
  removedFolder = (await inVacancy(gone.vacancy)).folderId;
  jobs.vacancy = await jobOf(admin.delete(`/api/v6/folders/${removedFolder}/`));
  await good(admin.post('/api/v6/profiles/tags/', { profiles: [gone.tagged], add: ['Quillmark'], remove: [] }));
  jobs.tags = await jobOf(admin.post('/api/v6/profiles/tags/', { profiles: [gone.tagged], add: [], remove: ['Quillmark'] }));
  jobs.merge = await jobOf(glue([gone.stays, gone.goes]));

  const person = await add({
    first_name: 'Zora',
    last_name: 'Quillbeck',
    contacts: [{ type: 'phone', value: phone }],
    links: linkTo(page),
  });
  const all = [person, gone.candidate, gone.tagged, gone.vacancy, gone.stays, gone.ofEditor];
  for (const id of all) await requestErasure(id);
  for (const id of all) await erased(id);
}, 180_000);
afterAll(() => tasks.stop());

describe('an erased person', () => {
  it.each(copies.map(([name], index) => [name, index] as const))('[DEC-14] [DEC-13] does not return by %s', async (_name, index) => {
    const one = prepared[index];
    expect(await one?.attempt()).toMatchObject(refused);
    expect(await linksOf(one?.id ?? 0)).toEqual([other]);
  });

  it('[DEC-14] does not return by a merge of the name with the shared number', async () => {
    expect(await glue(apart, { choices: { first_name: 'right', last_name: 'right' } })).toMatchObject(refused);
    const [first = 0, second = 0] = apart;
    for (const id of [first, second]) expect((await good(admin.get(`/api/internal/profiles/${id}/`))).doc_id).toBe(id);
  });

  it('[DEC-14] is recognised by a page that only a colleague added', async () => {
    const again = { first_name: 'Nora', last_name: 'Different', links: [{ url: 'https://www.linkedin.com/in/only-by-editor' }] };
    expect(await admin.post('/api/v6/profiles/create/', again)).toMatchObject(refused);
  });

  it('[DEC-14] [DEC-13] does not return by the undo of a removal, of tags or of a merge', async () => {
    for (const job of [jobs.removal, jobs.tags, jobs.vacancy, jobs.merge]) expect([job, (await undo(job)).status]).toEqual([job, 200]);
    for (const id of [gone.candidate, gone.tagged, gone.vacancy, gone.stays, gone.goes])
      expect([id, (await admin.get(`/api/internal/profiles/${id}/`)).status]).toEqual([id, 410]);
    for (const id of [folder, removedFolder]) expect((await good(admin.get(`/api/v6/candidates/?folder_id=${id}`))).candidates).toEqual([]);
    const profiles = Object.values(gone);
    for (const table of ['candidates', 'profile_tags', 'tag_changes', 'profile_merges'])
      expect([table, await here.sql(`select * from ${table} as one where to_jsonb(one) @? $1`, [pathTo(profiles)])]).toEqual([table, []]);
  });
});

/** Any column that holds one of these ids. */
const pathTo = (ids: readonly number[]) => `$.* ? (${ids.map((id) => `@ == ${id}`).join(' || ')})`;
