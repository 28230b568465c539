import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProfileInput } from '@headwater/contract/profile-data';
import { enrich } from '../../../test/enrichment-fixtures.ts';
import { type Answer, type Caller, useInstallation } from '../../../test/installation.ts';
import { until } from '../../../test/settled.ts';
import { upload } from '../../../test/upload.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();
let company = 0;
let admin: Caller;
let tasks: { stop(): Promise<void> };

const add = async (input: Partial<ProfileInput> = {}) => (await addProfiles(here, 1, { companyId: company, input }))[0] ?? 0;
const erase = async (id: number) => {
  await admin.post(`/api/v6/profiles/${id}/erasure/`);
  await until(async () => expect((await admin.get(`/api/internal/profiles/${id}/`)).status).toBe(410), { timeout: 60_000 });
};
const addresses = async (id: number) =>
  (await here.sql<{ value: string }>('select value from profile_contacts where profile_id = $1', [id])).map(({ value }) => value);

const page = 'https://www.linkedin.com/in/vera-quirkova';
const email = { type: 'email' as const, value: 'vera.quirkova@gmail.com' };
const phone = { type: 'phone' as const, value: '+7 912 555-71-01' };

beforeAll(async () => {
  company = await here.addCompany();
  admin = await here.signIn(await here.addUser(company, 'admin'));
  await here.application.search.start();
  tasks = await here.application.startSearchTasks();
  await erase(
    await add({ first_name: 'Vera', last_name: 'Quirkova', contacts: [email, phone], links: [{ url: page, domain: 'linkedin.com' }] }),
  );
}, 120_000);
afterAll(() => tasks.stop());

const refused = { status: 409, body: { detail: expect.any(String) } };
const save = (id: number, body: object) => admin.post(`/api/v6/profiles/${id}/private/`, body);
const resumeOf = (lines: string[]) =>
  ['Vera Quirkova', 'Engineer', '', ...lines, '', 'Experience', 'Engineer, Beta', 'March 2021 – present'].join('\n');

const doors: [string, (id: number) => Promise<Answer>][] = [
  ['a contact', (id) => admin.post(`/api/v6/profiles/${id}/contacts/`, { ...email, value: 'VeraQuirkova+a@googlemail.com' })],
  ['a contact of the editor', (id) => save(id, { contacts: { add: [email], remove: [] } })],
  ['a link of the editor', (id) => save(id, { links: [{ url: `${page}/en` }] })],
  [
    'a save that is changed',
    async (id) => {
      const { body } = await save(id, { headline: 'Engineer' });
      return admin.patch(`/api/v6/profiles/private/${body.fragment.id}/`, { headline: 'Engineer', links: [{ url: page }] });
    },
  ],
  [
    'a save that says what a resume says',
    async (id) => {
      const { body } = await save(id, { headline: 'Engineer' });
      const { body: file } = await upload(admin, { filename: `read${id}.txt`, bytes: resumeOf([page]) });
      return admin.put(`/api/v6/profiles/private/${body.fragment.id}/`, { resume_id: file.id });
    },
  ],
  [
    'a resume',
    async (id) => {
      const { body } = await upload(admin, { filename: `resume${id}.txt`, bytes: resumeOf(['Email: vera.quirkova@gmail.com']) });
      return admin.post(`/api/v6/profiles/${id}/enrich_by_file/`, { file_id: body.id });
    },
  ],
  [
    'the name beside a shared number',
    (id) => save(id, { first_name: 'Vera', last_name: 'Quirkova', contacts: { add: [phone], remove: [] } }),
  ],
  ['the name in another spelling', (id) => save(id, { first_name: 'Вера', last_name: 'Куиркова', contacts: { add: [phone], remove: [] } })],
];

it.each(doors)('[DEC-14] an erased person does not return by %s', async (_door, change) => {
  const id = await add();
  expect(await change(id)).toMatchObject(refused);
  expect(await addresses(id)).toEqual([]);
});

it('[DEC-14] an erased person does not return in two steps', async () => {
  const id = await add();
  const { status } = await save(id, { contacts: { add: [phone], remove: [] } });
  expect(status).toBe(200);
  expect(await save(id, { last_name: 'Quirkova' })).toMatchObject(refused);
  expect(await save(id, { last_name: 'Vera', first_name: 'Quirkova' })).toMatchObject(refused);
  expect((await save(id, { last_name: 'Other' })).status).toBe(200);
});

it('[DEC-14] a table adds no contact of an erased person', async () => {
  const id = await add({ contacts: [{ type: 'email', value: 'known@doors.test' }] });
  const { body } = await enrich(admin, `known@doors.test,${email.value},+7 912 555-71-02\n`, 'email,email,phone');
  expect(body).toMatchObject({ found: 1, added: 1 });
  expect(await addresses(id)).not.toContain(email.value);
});

it('[DEC-14] a person is recognised by keys of an earlier release', async () => {
  const id = await add({ contacts: [{ type: 'email', value: 'Olga.Stale@gmail.com' }] });
  await here.sql(`update profile_contacts set normalized = 'olga.stale@gmail.com' where profile_id = $1`, [id]);
  await erase(id);
  const again = { first_name: 'Olga', last_name: 'Other', contacts: [{ type: 'email', value: 'olgastale@gmail.com' }] };
  expect(await admin.post('/api/v6/profiles/create/', again)).toMatchObject(refused);
});

it('[DEC-14] a profile with a value of an erased person can still be changed', async () => {
  const id = await add();
  await here.sql(
    `insert into profile_contacts (profile_id, company_id, type, value, normalized) values ($1, $2, 'email', $3, 'veraquirkova@gmail.com')`,
    [id, company, email.value],
  );
  expect(
    (await save(id, { headline: 'Engineer', contacts: { add: [{ type: 'email', value: 'new@doors.test' }], remove: [] } })).status,
  ).toBe(200);
});
