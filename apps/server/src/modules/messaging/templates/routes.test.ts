import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type TestUser, useInstallation } from '../../../../test/installation.ts';

const here = useInstallation();
const path = '/api/v6/mailing_templates/';
let companyId: number;
let user: TestUser;
let colleagueUser: TestUser;
let caller: Caller;
let colleague: Caller;
let admin: Caller;
let foreign: Caller;
let counter = 0;

const features = { has_messaging: true };

beforeAll(async () => {
  companyId = await here.addCompany({ features });
  user = await here.addUser(companyId, 'worker');
  colleagueUser = await here.addUser(companyId, 'worker');
  caller = await here.signIn(user);
  colleague = await here.signIn(colleagueUser);
  admin = await here.signIn(await here.addUser(companyId, 'admin'));
  foreign = await here.signIn(await here.addUser(await here.addCompany({ features }), 'worker'));
});

async function make(more: object = {}, as = caller) {
  counter += 1;
  const answer = await as.post(path, { name: `Template ${counter}`, ...more });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as { id: number; name: string; body: string; updated: string };
}
const idsOf = async (as: Caller, query = '') =>
  ((await as.get(`${path}?limit=100${query}`)).body.templates as { id: number }[]).map(({ id }) => id);
async function wrong(body: object) {
  const answer = await caller.post(path, { name: 'Fine', ...body });
  expect(answer.status).toBe(400);
  return answer.body;
}

async function upload(name: string, bytes: Buffer | string, { as = caller, inline = false } = {}) {
  const head = `--b7\r\nContent-Disposition: form-data; name="is_inline_image"\r\n\r\n${inline}\r\n--b7\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n--b7--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=b7' };
  return as.send({ method: 'POST', url: '/api/v6/mailing_attachments/', payload, headers });
}
/** Ids that an unfiltered query returns in the scope of the company. */
const seen = (company: number) =>
  here.application.database.inCompany(company, async (tx) =>
    (await tx.withTables<{ mailing_templates: { id: number } }>().selectFrom('mailing_templates').select('id').execute()).map(
      ({ id }) => id,
    ),
  );
const refused = async (name: string, bytes: Buffer | string, inline = false) => (await upload(name, bytes, { inline })).body;
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

describe('templates', () => {
  it('[TPL-002] [TPL-004] [TPL-005] [TPL-006] [TPL-012] [TPL-013] are created and returned with all fields', async () => {
    const made = await caller.post(path, {
      name: ' First contact ',
      subject: 'Hello {{FIRST_NAME}},\r\n {{SALARY}}',
      body: '<p>Hello <strong>{{FIRST_NAME}}</strong></p>',
      custom_variables: [
        { name: ' salary', value: '100', data: ['100', '200'] },
        { name: 'first_name', value: 'friend' },
      ],
      access_type: 'private',
    });
    expect(made).toMatchObject({
      status: 200,
      body: {
        name: 'First contact',
        subject: 'Hello {{FIRST_NAME}}, {{SALARY}}',
        body: '<p>Hello <strong>{{FIRST_NAME}}</strong></p>',
        custom_variables: [
          { name: 'SALARY', value: '100', data: ['100', '200'] },
          { name: 'FIRST_NAME', value: 'friend', data: [] },
        ],
        attachments: [],
        access_type: 'private',
        creator: { id: user.id },
        permissions: { edit: true, remove: true },
      },
    });
    expect(made.body.created).toBe(made.body.updated);
    expect((await caller.get(`${path}${made.body.id}/`)).body).toEqual(made.body);
  });

  it('[TPL-003] [EDIT-033] [EDIT-040] [EDIT-041] [EDIT-042] list built-in and custom variables with fallback and use', async () => {
    const { id } = await make({ body: '{{FIRST_NAME}} {{SALARY}}', custom_variables: [{ name: 'salary', value: '1' }] });
    const { variables } = (await caller.get(`${path}${id}/`)).body;
    expect(variables).toHaveLength(11);
    expect(variables[0]).toEqual({ id: 'template', name: 'FIRST_NAME', path: 'first_name', value: '', data: [], used: true });
    expect(variables[1]).toMatchObject({ id: 'template', name: 'LAST_NAME', used: false });
    expect(variables[10]).toEqual({ id: 'custom', name: 'SALARY', path: 'salary', value: '1', data: [], used: true });
  });

  it('[TPL-014] are changed by field', async () => {
    const { id, name } = await make({ body: '<p>One</p>', subject: 'One' });
    here.clock.advance(60_000);
    const changed = await caller.patch(`${path}${id}/`, { body: '<p>Two</p>' });
    expect(changed).toMatchObject({ status: 200, body: { name, subject: 'One', body: '<p>Two</p>', access_type: 'public' } });
    expect(Date.parse(changed.body.updated) - Date.parse(changed.body.created)).toBe(60_000);
  });

  it('[TPL-015] are deleted, and can be restored within an hour', async () => {
    const { id } = await make();
    expect(await caller.delete(`${path}${id}/`)).toMatchObject({ status: 200, body: { id } });
    expect((await caller.get(`${path}${id}/`)).status).toBe(404);
    expect(await idsOf(caller)).not.toContain(id);
    expect((await caller.delete(`${path}${id}/`)).status).toBe(404);
    expect((await colleague.post(`${path}${id}/restore/`)).status).toBe(403);
    expect((await caller.post(`${path}${id}/restore/`)).body).toMatchObject({ id });
    expect(await idsOf(caller)).toContain(id);
    await caller.delete(`${path}${id}/`);
    here.clock.advance(3_600_001);
    expect((await caller.post(`${path}${id}/restore/`)).status).toBe(404);
    await make();
    expect(await here.sql('select id from mailing_templates where id = $1', [id])).toEqual([]);
  });

  it('[TPL-010] [TPL-011] are listed newest first, by limit, offset, creator and text', async () => {
    const [first, second] = [await make({ subject: 'Zebra 100%' }), await make({}, colleague)];
    const whole = await idsOf(caller);
    expect(whole.indexOf(second.id)).toBeLessThan(whole.indexOf(first.id));
    expect(await idsOf(caller, `&created_by=${colleagueUser.id}&messaging_type=mailing`)).toEqual([second.id]);
    const { body } = await caller.get(`${path}?limit=1&offset=1`);
    expect(body.count).toBe(whole.length);
    expect(body.templates.map(({ id }: { id: number }) => id)).toEqual([whole[1]]);
    expect(await idsOf(caller, '&search=ZEBRA')).toEqual([first.id]);
    expect(await idsOf(caller, '&search=100%25')).toEqual([first.id]);
    expect(await idsOf(caller, '&search=%25%25')).toEqual([]);
    expect((await caller.get(`${path}?limit=0`)).status).toBe(400);
    expect((await caller.get(`${path}?messaging_type=telegram`)).status).toBe(400);
  });

  it('[TPL-007] [TPL-008] [TPL-009] include a blank one and three examples in the language of the reader, all read-only', async () => {
    expect((await caller.get(`${path}-1/`)).body).toMatchObject({
      id: -1,
      name: '',
      subject: '',
      body: '',
      attachments: [],
      creator: null,
    });
    const { example_templates: examples } = (await caller.get(path)).body;
    expect(examples.map(({ id, name }: { id: number; name: string }) => [id, name])).toEqual([
      [-2, 'First contact'],
      [-3, 'Follow-up'],
      [-4, 'Last message'],
    ]);
    for (const example of examples) {
      expect((await caller.get(`${path}${example.id}/`)).body).toEqual(example);
      expect(example.body).toContain('{{FIRST_NAME}}');
    }
    const russian = await here.signIn(await here.addUser(companyId, 'worker', { language: 'ru' }));
    expect((await russian.get(path)).body.example_templates.map(({ name }: { name: string }) => name)).toEqual([
      'Первое сообщение',
      'Напоминание',
      'Последнее сообщение',
    ]);
    // The interface language applies unless the account sets a language.
    const shown = async (who: Caller) =>
      (await who.send({ method: 'GET', url: path, headers: { 'x-language': 'ru' } })).body.example_templates[1].name;
    expect(await shown(caller)).toBe('Напоминание');
    expect(await shown(await here.signIn(await here.addUser(companyId, 'worker', { language: 'en' })))).toBe('Follow-up');
    for (const id of [-1, -4]) {
      expect((await admin.patch(`${path}${id}/`, { name: 'X' })).status).toBe(403);
      expect((await admin.delete(`${path}${id}/`)).status).toBe(403);
      expect((await admin.post(`${path}${id}/restore/`)).status).toBe(403);
    }
    expect((await caller.get(`${path}-5/`)).status).toBe(404);
    expect((await caller.get(`${path}0/`)).status).toBe(404);
  });

  it('[ROLE-058] [ROLE-062] are public by default, and visible only to their creator when private', async () => {
    const [open, own] = [await make(), await make({ access_type: 'private' })];
    for (const other of [colleague, admin]) {
      expect(await idsOf(other)).toContain(open.id);
      expect(await idsOf(other)).not.toContain(own.id);
      expect(await other.get(`${path}${own.id}/`)).toMatchObject({ status: 403, body: { detail: 'No access', code: 'no_access' } });
      expect((await other.patch(`${path}${own.id}/`, { name: 'X' })).status).toBe(403);
      expect((await other.delete(`${path}${own.id}/`)).status).toBe(403);
    }
    expect(await idsOf(foreign)).not.toContain(open.id);
    expect((await foreign.get(`${path}${open.id}/`)).status).toBe(404);
    expect((await foreign.patch(`${path}${open.id}/`, { name: 'X' })).status).toBe(404);
    // Row-level security limits even an unfiltered query.
    expect(await seen(companyId)).toContain(open.id);
    expect(await seen(companyId + 1)).toEqual([]);
  });

  it('[TPL-017] can be changed and deleted by their creator and administrators', async () => {
    const { id } = await make();
    expect((await colleague.get(`${path}${id}/`)).body.permissions).toEqual({ edit: false, remove: false });
    expect((await colleague.patch(`${path}${id}/`, { name: 'X' })).status).toBe(403);
    expect((await colleague.delete(`${path}${id}/`)).status).toBe(403);
    expect((await admin.get(`${path}${id}/`)).body.permissions).toEqual({ edit: true, remove: true });
    expect((await admin.patch(`${path}${id}/`, { access_type: 'private' })).status).toBe(403);
    expect((await admin.patch(`${path}${id}/`, { name: 'By an admin' })).body).toMatchObject({
      name: 'By an admin',
      creator: { id: user.id },
    });
    expect((await admin.delete(`${path}${id}/`)).status).toBe(200);
  });

  it('[TPL-016] [TPL-017] report invalid fields as a list of maps, one per template, with one message per field', async () => {
    expect(await wrong({ name: ' ' })).toEqual([{ name: ['This field cannot be empty'] }]);
    expect(await wrong({ name: 'x'.repeat(256), subject: 'x'.repeat(256) })).toEqual([
      { name: ['Enter at most 255 characters'], subject: ['Enter at most 255 characters'] },
    ]);
    expect(await wrong({ body: 'x'.repeat(100_001) })).toEqual([{ body: ['Enter at most 100,000 characters'] }]);
    expect(await wrong({ body: '<'.repeat(50_000) })).toEqual([{ body: ['Enter at most 100,000 characters'] }]);
    expect(await wrong({ access_type: 'secret' })).toEqual([{ access_type: [expect.stringContaining('public')] }]);
    expect(await wrong({ attachment_ids: [999_999_999] })).toEqual([{ attachment_ids: ['An attached file was not found'] }]);
    await make({ name: 'x'.repeat(255), subject: 'x'.repeat(255), body: 'x'.repeat(100_000) });
    const { id } = await make();
    expect(await caller.patch(`${path}${id}/`, { name: '' })).toMatchObject({
      status: 400,
      body: [{ name: ['This field cannot be empty'] }],
    });
  });

  it('[EDIT-037] [EDIT-038] [EDIT-039] reject invalid and duplicate names of variables', async () => {
    for (const name of ['', 'A B', 'x'.repeat(51), 'A-B', '{{A}}']) {
      const [errors] = await wrong({ custom_variables: [{ name }] });
      expect(errors).toEqual({ 'custom_variables.0.name': ['Use letters, digits and underscores, at most 50 characters'] });
    }
    expect(await wrong({ custom_variables: [{ name: 'город' }, { name: 'ГОРОД' }] })).toEqual([
      { custom_variables: ['There are two variables ГОРОД'] },
    ]);
  });

  it('[TPL-002] remove scripts from their body', async () => {
    const { body } = await make({ body: '<p onclick="x()">Hi<script>alert(1)</script><img src="x" onerror="x()"></p>' });
    expect(body).toBe('<p>Hi<img src="x" /></p>');
  });

  it('[ROLE-067] list their creators, the current user first', async () => {
    await make({ access_type: 'private' }, admin);
    await make({}, colleague);
    for (const [as, id] of [
      [caller, user.id],
      [colleague, colleagueUser.id],
    ] as const) {
      const { creators } = (await as.get(`${path}creators/`)).body;
      expect(creators[0].id).toBe(id);
      expect(creators.map((one: { id: number }) => one.id).toSorted()).toEqual([user.id, colleagueUser.id].toSorted());
    }
    // A user without templates is listed too, so that the filter can show no results.
    expect((await foreign.get(`${path}creators/`)).body.creators).toHaveLength(1);
  });
});

describe('attachments', () => {
  it('[TPL-003] [EDIT-014] [EDIT-017] [EDIT-018] [EDIT-019] [EDIT-026] keep their order on templates, and inline images are served', async () => {
    const [text, image] = [await upload('terms.txt', 'x'.repeat(3000)), await upload('Команда.png', pixel, { inline: true })];
    expect(text).toMatchObject({ status: 200, body: { name: 'terms.txt', size: 3, is_inline_image: false } });
    expect(image.body).toEqual({
      id: image.body.id,
      internal_id: image.body.id,
      name: 'Команда.png',
      size: 1,
      src: `/api/files/v1/${image.body.id}/download/`,
      is_inline_image: true,
    });
    expect((await caller.get(image.body.src)).status).toBe(200);
    const { id } = await make({ attachment_ids: [image.body.id, text.body.id, text.body.id] });
    const attached = async () => (await caller.get(`${path}${id}/`)).body.attachments.map((file: { name: string }) => file.name);
    expect(await attached()).toEqual(['Команда.png', 'terms.txt']);
    await caller.patch(`${path}${id}/`, { name: 'Kept' });
    expect(await attached()).toEqual(['Команда.png', 'terms.txt']);
    await caller.patch(`${path}${id}/`, { attachment_ids: [] });
    expect(await attached()).toEqual([]);
    const strange = (await upload('a.txt', 'x', { as: foreign })).body.id;
    expect((await caller.patch(`${path}${id}/`, { attachment_ids: [strange] })).body).toEqual([
      { attachment_ids: ['An attached file was not found'] },
    ]);
  });

  it('[EDIT-025] [EDIT-028] [EDIT-029] [EDIT-031] [EDIT-032] are rejected by type and size with specific messages', async () => {
    expect(await refused('a.exe', 'MZ')).toEqual({ file: ['File a.exe has an unsupported type'] });
    expect(await refused('a.pdf', 'not a pdf')).toEqual({ file: ['File a.pdf has an unsupported type'] });
    expect(await refused('a.txt', pixel)).toEqual({ file: ['File a.txt has an unsupported type'] });
    expect(await refused('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', true)).toEqual({
      file: ['File a.svg has an unsupported type'],
    });
    expect(await refused('a.csv', '')).toEqual({ file: ['The file is empty'] });
    expect(await refused('a.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 97))).toEqual({ file: ['File a.txt is larger than 10 MB'] });
    for (const [name, bytes] of [
      ['a.svg', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['a.csv', 'a;b\n1;2\n'],
      ['a.zip', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
      ['a.pdf', '%PDF-1.4\n'],
    ] as const)
      expect([name, (await upload(name, Buffer.from(bytes))).status]).toEqual([name, 200]);
    const big = Buffer.alloc(9 * 1024 * 1024, 97);
    const ids = [];
    for (const name of ['1.txt', '2.txt', '3.txt']) ids.push((await upload(name, big)).body.id);
    expect(await wrong({ attachment_ids: ids })).toEqual([{ attachment_ids: ['Attachments are larger than 25 MB in total'] }]);
  });
});
