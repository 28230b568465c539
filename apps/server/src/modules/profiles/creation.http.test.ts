import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import iconv from 'iconv-lite';
import { beforeAll, describe, expect, it } from 'vitest';
import { profileData } from '@headwater/contract/profile-data';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { upload } from '../../../test/upload.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { upsertProfiles } from './store/write.ts';
import { poll } from '../../../test/settled.ts';

const here = useInstallation();

let [anna, boris, rival] = [] as unknown as [Caller, Caller, Caller];
let company: number;
beforeAll(async () => {
  company = await here.addCompany();
  anna = await here.signIn(await here.addUser(company, 'worker'));
  boris = await here.signIn(await here.addUser(company, 'admin', { language: 'ru' }));
  rival = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
});

const sample = (name: string) => readFileSync(fileURLToPath(new URL(`../../../test/resumes/${name}`, import.meta.url)));
const create = (caller: Caller, body: object) => caller.post('/api/v6/profiles/create/', body);
const page = async (caller: Caller, id: number) => (await caller.get(`/api/internal/profiles/${id}/`)).body;
const bring = (caller: Caller, filename: string, bytes: Uint8Array | string) =>
  upload(caller, { filename, bytes, fields: { purpose: 'profile' } });
const uploaded = async (caller: Caller, filename: string, bytes: Uint8Array | string) => (await bring(caller, filename, bytes)).body.id;
const ada = { first_name: 'Ada', last_name: 'Lovelace' };

describe('a profile from a form', () => {
  it('[PEDT-001] [PEDT-006] [PROF-035] belongs to the company and has the values of the form', async () => {
    const { status, body } = await create(anna, {
      ...ada,
      headline: 'Engineer of engines',
      locations: [{ city: 'London' }],
      positions: [{ title: 'Analyst', company: 'Babbage', start: '1842-10', end: '1843' }],
      skills: [{ name: 'Mathematics', is_principal: true }],
      contacts: [{ type: 'email', value: 'Ada@engines.example.test', kind: 'personal' }],
    });
    expect([status, body.created]).toEqual([200, true]);
    const shown = await page(boris, body.id);
    expect(shown).toMatchObject({ name: 'Ada Lovelace', is_own: true, headline: 'Engineer of engines', private_fragments: [] });
    expect(shown.locations[0]).toMatchObject({ country_code: 'GB' });
    expect(shown.contacts).toMatchObject([{ value: 'Ada@engines.example.test', kind: 'personal', is_own: true, source: 'manual' }]);
    expect((await rival.get(`/api/internal/profiles/${body.id}/`)).status).toBe(404);
  });

  it('[PEDT-013] reports invalid fields in the language of the user, and creates nothing', async () => {
    const before = await here.sql('select id from profiles');
    const wrong = await create(boris, { first_name: ' ', headline: 'я'.repeat(256), links: [{ url: 'ftp://x.test' }] });
    expect(wrong).toMatchObject({
      status: 400,
      body: { headline: ['Введите не более 255 символов'], 'links.0.url': ['Введите правильную ссылку'] },
    });
    expect((await create(boris, { headline: 'Nobody' })).body).toEqual({ first_name: ['Укажите имя'] });
    const contact = await create(anna, {
      ...ada,
      contacts: [
        { type: 'phone', value: '12' },
        { type: 'email', value: 'a@b' },
      ],
    });
    expect(contact.body).toEqual({ 'contacts.0.value': ['Invalid contact'], 'contacts.1.value': ['Invalid contact'] });
    expect(
      (await create(anna, { ...ada, contacts: Array.from({ length: 101 }, () => ({ type: 'link', value: 'https://a.test/b' })) })).status,
    ).toBe(400);
    expect(await create(anna, { ...ada, about: 'a'.repeat(2_000_000) })).toMatchObject({
      status: 400,
      body: { about: [expect.any(String)] },
    });
    expect((await create(anna, { ...ada, about: 'a'.repeat(9_000_000) })).status).toBe(413);
    expect(await here.sql('select id from profiles')).toEqual(before);
  });

  it('creates one profile if sent twice with its key, and two without a key', async () => {
    const body = { ...ada, request_key: '0e3c2bb77b0b4f0e9d0b1f8a2f4d7c11' };
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(anna, body)));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers.filter((answer) => answer.body.created)).toHaveLength(1);
    // Keys are scoped to a company.
    expect((await create(rival, body)).body).toMatchObject({ created: true });
    expect((await create(anna, ada)).body.id).not.toBe((await create(anna, ada)).body.id);
  });

  it('is rejected without the permission', async () => {
    for (const role of ['hm', 'admin_without_search', 'manager'] as const) {
      const caller = await here.signIn(await here.addUser(company, role));
      const { status } = await create(caller, ada);
      expect([role, status]).toEqual([role, role === 'manager' ? status : 403]);
    }
    expect((await create(here.visitor(), ada)).status).toBe(401);
  });
});

describe('a percent-encoded address', () => {
  it('[PEDT-006] equals the decoded one for existing profiles, contacts and erased people', async () => {
    const [plain, encoded] = ['https://people.test/Иван-Грозный', `https://people.test/${encodeURIComponent('Иван-Грозный')}`];
    const ivan = { first_name: 'Ivan', links: [{ url: plain }], contacts: [{ type: 'link', value: plain }] };
    const { body } = await create(anna, ivan);
    const found = await anna.post('/api/v6/profiles/create/matches/', { links: [encoded], contacts: [{ type: 'link', value: encoded }] });
    expect(found.body.matches).toMatchObject([{ id: body.id, same: [{ type: 'link' }] }]);
    const twice = await anna.post(`/api/v6/profiles/${body.id}/contacts/`, { type: 'link', value: encoded });
    expect(twice).toMatchObject({ status: 400, body: { value: [expect.stringMatching(/already/)] } });
    expect((await create(anna, { link: encoded })).body).toMatchObject({ id: body.id, created: false });
  });
});

const content = (body: string) =>
  `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:xlink="x">${body}</office:document-content>`;
const openDocument = (kind: string, body: string) =>
  zipSync({ mimetype: [strToU8(`application/vnd.oasis.opendocument.${kind}`), { level: 0 }], 'content.xml': strToU8(content(body)) });
const cells = (...texts: string[]) =>
  `<table:table-row>${texts.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`;
const csv =
  'Name;Email;Phone;Title;Company;City;Skills\r\n"Lovelace, Ada";ada@csv.example.test;+44 20 7946 0958;Analyst;"Babbage; Sons";London;"Python, SQL, Spark"\r\n';

describe('a profile from a file', () => {
  it.each([
    ['richard-legacy.doc', sample('richard-legacy.doc')],
    ['richard-twocol-table.docx', sample('richard-twocol-table.docx')],
    ['ru-smirnova-hh.pdf', sample('ru-smirnova-hh.pdf')],
    ['richard-single.odt', sample('richard-single.odt')],
    ['ru-kuznetsov-hh.rtf', sample('ru-kuznetsov-hh.rtf')],
    ['ru-popova.txt', sample('ru-popova.txt')],
    [
      'table.ods',
      openDocument(
        'spreadsheet',
        `<table:table>${cells('Name', 'Email', 'Job title')}${cells('Ada King', 'ada@ods.example.test', 'Countess')}<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`,
      ),
    ],
    ['table.csv', csv],
  ])('[PEDT-005] [PEDT-008] %s creates a profile with the file attached', { timeout: 60_000 }, async (filename, bytes) => {
    const fileId = await uploaded(anna, filename, bytes);
    const { status, body } = await create(anna, { file_id: fileId });
    expect([status, body.created]).toEqual([200, true]);
    const shown = await page(anna, body.id);
    expect(shown.name).toMatch(/\p{L}{2,} \p{L}{2,}/u);
    expect(shown.contacts.length).toBeGreaterThan(0);
    const { resumes } = (await anna.get(`/api/internal/profiles/${body.id}/resumes/`)).body;
    expect(resumes).toMatchObject([{ file_id: fileId, filename, type: 'file-based profile', is_own: true }]);
    // Repeated uploads, also in parallel and under another name, are one person.
    const again = await Promise.all([fileId, await uploaded(boris, `copy-${filename}`, bytes)].map((id) => create(boris, { file_id: id })));
    expect(again.map((answer) => answer.body)).toMatchObject([
      { id: body.id, created: false },
      { id: body.id, created: false },
    ]);
  });

  it('[PEDT-008] reads the columns of a table in English and Russian, and rejects a list of people', async () => {
    const english = await create(anna, { file_id: await uploaded(anna, 'one.csv', csv.replace('ada@', 'one@')) });
    expect(await page(anna, english.body.id)).toMatchObject({ current_positions: [{ title: 'Analyst', company: 'Babbage; Sons' }] });
    const russian = iconv.encode(
      'Фамилия;Имя;Отчество;Должность;Телефон\nИванов;Пётр;Сергеевич;Инженер;+7 912 555-01-77\n',
      'windows-1251',
    );
    const made = await create(anna, { file_id: await uploaded(anna, 'ru.csv', russian) });
    expect(await page(anna, made.body.id)).toMatchObject({
      name: 'Пётр Сергеевич Иванов',
      headline: 'Инженер',
      contacts: [{ type: 'phone' }],
    });
    const many = await create(anna, { file_id: await uploaded(anna, 'many.csv', `${csv}Grace;g@x.test;1;Admiral;Navy;Boston;COBOL\n`) });
    expect(many).toMatchObject({ status: 422, body: { detail: 'This file lists several people. Upload a file about one person' } });
  });

  it('[PEDT-009] accepts other types than attachments, detected by content, up to 10 MB', async () => {
    const pdf = sample('ru-smirnova-hh.pdf');
    const typeOf = async (filename: string, bytes: Uint8Array | string) => (await bring(anna, filename, bytes)).body.file;
    for (const [filename, bytes] of [
      ['a.md', 'Ada'],
      ['a.rtf', 'Ada'],
      ['a.txt', pdf],
      ['a.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
      ['a.docx', pdf],
      ['a.pdf', 'plain'],
      ['a.csv', pdf],
      ['a.zip', zipSync({ a: strToU8('a') })],
    ] as const)
      expect([filename, await typeOf(filename, bytes)]).toEqual([filename, ['This type of file is not accepted']]);
    const large = Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)]);
    expect(await typeOf('large.pdf', large)).toEqual(['The file is larger than 10 MB']);
    // An attachment may be a text that is no table.
    expect((await upload(anna, { filename: 'a.txt', bytes: 'Ada' })).status).toBe(200);
    expect((await upload(anna, { filename: 'a.csv', bytes: csv })).status).toBe(400);
  });

  it('[PEDT-010] returns 406 with the reason for an unreadable file', { timeout: 60_000 }, async () => {
    const damaged = await create(anna, { file_id: await uploaded(anna, 'damaged.pdf', '%PDF-1.7 cut off in the middle of a page') });
    expect(damaged).toMatchObject({ status: 406, body: { detail: 'File parsing error' } });
    const closed = await create(boris, { file_id: await uploaded(boris, 'closed.pdf', sample('scorelia-password_protected.pdf')) });
    expect(closed).toMatchObject({ status: 406, body: { detail: 'Ошибка чтения файла: он защищён паролем' } });
    const entity = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${content('<text:p>&e;</text:p>')}`;
    const hostile = zipSync({
      mimetype: [strToU8('application/vnd.oasis.opendocument.text'), { level: 0 }],
      'content.xml': strToU8(entity),
    });
    expect((await create(anna, { file_id: await uploaded(anna, 'hostile.odt', hostile) })).status).toBe(406);
    const bomb = zipSync({
      mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
      'content.xml': Buffer.alloc(80 * 1024 * 1024, 32),
    });
    expect(await create(anna, { file_id: await uploaded(anna, 'bomb.ods', bomb) })).toMatchObject({
      status: 400,
      body: { file_id: [expect.stringMatching(/^File parsing error: the file unpacks to more than 8 MB/)] },
    });
  });

  it('[PEDT-012] asks for another file if the file names no person', async () => {
    const nobody = await create(anna, { file_id: await uploaded(anna, 'nobody.csv', 'alpha,beta,gamma\n1,2,3\n4,5,6\n') });
    expect(nobody).toMatchObject({ status: 422, body: { detail: 'Profile could not be created. Please, try uploading another file.' } });
  });

  it('[REQ-040] rejects a file of another company', async () => {
    const fileId = await uploaded(rival, 'mine.csv', csv.replace('ada@', 'rival@'));
    const missing = await create(anna, { file_id: 999_999_999 });
    const foreign = await create(anna, { file_id: fileId });
    expect(foreign).toMatchObject({ status: 404, body: missing.body });
  });

  it.each(['key', 'content'])('[PEDT-008] creates an own profile even if the common base has the file, by its %s', async (by) => {
    const bytes = csv.replace('ada@', `${by}@`);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const [common = 0] = await addProfiles(here, 1, by === 'key' ? { input: { external_key: `file:${hash}` } } : {});
    if (by === 'content')
      await here.sql(
        `insert into files (filename, size, media_type, content_hash, store_key, attached_to, attached_id)
         values ('common.csv', 1, 'text/csv', $1, $1, 'profile', $2)`,
        [hash, common],
      );
    const { status, body } = await create(anna, { file_id: await uploaded(anna, 'common.csv', bytes) });
    expect([status, body]).toMatchObject([200, { id: expect.any(Number), created: true }]);
    expect(body.id).not.toBe(common);
    expect(await page(anna, body.id)).toMatchObject({ is_own: true });
  });

  it('is read into the form first, and reports an earlier profile of the same file', async () => {
    const fileId = await uploaded(anna, 'form.csv', csv.replace('ada@', 'form@'));
    const read = (caller: Caller) => caller.post('/api/v6/profiles/create/read/', { file_id: fileId });
    const { body } = await read(anna);
    expect(body).toMatchObject({ known_id: null, values: { headline: 'Analyst' } });
    expect(body.contacts).toEqual(expect.arrayContaining([{ type: 'email', value: 'form@csv.example.test' }]));
    // Form values win, and the file is attached to the profile.
    const { values, contacts } = body;
    const made = await create(anna, { ...values, first_name: 'Augusta', last_name: 'King', about: null, contacts, file_id: fileId });
    expect(await page(anna, made.body.id)).toMatchObject({ name: 'Augusta King', headline: 'Analyst' });
    expect((await anna.get(`/api/internal/profiles/${made.body.id}/resumes/`)).body.resumes).toHaveLength(1);
    expect((await read(boris)).body.known_id).toBe(made.body.id);
    expect((await create(boris, { file_id: fileId })).body).toMatchObject({ id: made.body.id, created: false });
    expect((await read(rival)).status).toBe(404);
  });
});

const matches = async (caller: Caller, body: object) => (await caller.post('/api/v6/profiles/create/matches/', body)).body.matches;

describe('a profile from text or a link', () => {
  it('[PEDT-001] reads a pasted resume or a few pasted lines', async () => {
    const note = await create(anna, { text: 'Grace Hopper\nRear admiral at Navy\ngrace@navy.example.test\nhttps://github.com/ghopper' });
    expect(await page(anna, note.body.id)).toMatchObject({ name: 'Grace Hopper', contacts: [{ value: 'grace@navy.example.test' }] });
    const resume = sample('jobmatch-en.txt').toString();
    const made = await create(anna, { text: resume });
    expect((await page(anna, made.body.id)).skills.length).toBeGreaterThan(3);
    expect((await create(boris, { text: resume })).body).toMatchObject({ id: made.body.id, created: false });
    expect((await create(anna, { text: '1 2 3 4 5' })).status).toBe(422);
    expect((await create(anna, { text: 'a'.repeat(100_001) })).status).toBe(400);
  });

  it('[PEDT-001] finds the profile with the link, or asks for a name', async () => {
    const link = 'https://www.linkedin.com/in/ada-of-engines/';
    expect((await create(anna, { link })).body).toEqual({ first_name: ['Enter a name'] });
    const made = (await create(anna, { ...ada, link })).body;
    expect((await page(anna, made.id)).display_links).toMatchObject([{ label: 'LinkedIn' }]);
    expect((await create(boris, { link: 'linkedin.com/in/Ada-of-engines' })).body).toMatchObject({ id: made.id, created: false });
    expect((await create(rival, { link })).status).toBe(400);
    // A company finds links that it added to a person of the common base.
    const ida = profileData.parse({ first_name: 'Ida', last_name: 'Rhodes' });
    const { ids } = await here.application.database.asSystem((tx) => upsertProfiles(tx, [ida], { companyId: null, createdBy: null }));
    const common = ids[0] ?? 0;
    await anna.post(`/api/v6/profiles/${common}/private/`, { links: [{ url: 'https://github.com/ida-rhodes' }] });
    expect((await create(anna, { link: 'github.com/ida-rhodes' })).body).toMatchObject({ id: common, created: false });
    expect((await create(rival, { link: 'github.com/ida-rhodes' })).status).toBe(400);
  });

  it('lists visible profiles with the same e-mail, phone or link', async () => {
    const contacts = [
      { type: 'email', value: 'same@example.test' },
      { type: 'phone', value: '+7 912 555-09-09' },
    ];
    const { id } = (await create(anna, { ...ada, contacts, links: [{ url: 'https://github.com/same-ada' }] })).body;
    const typed = {
      contacts: [
        { type: 'email', value: 'SAME@example.test' },
        { type: 'phone', value: '8 912 555 09 09' },
      ],
      links: ['http://GitHub.com/same-ada/'],
    };
    expect(await matches(boris, typed)).toMatchObject([
      { id, name: 'Ada Lovelace', is_own: true, same: [{ type: 'email' }, { type: 'phone' }, { type: 'link' }] },
    ]);
    expect(await matches(boris, { ...typed, except: id })).toEqual([]);
    expect(await matches(rival, typed)).toEqual([]);
    // The home page of a site identifies no person.
    expect(await matches(boris, { links: ['https://github.com/'] })).toEqual([]);
  });
});

describe('fragments of files', () => {
  it('[CTP-014] create a profile from files alone; the same file returns the same profile', async () => {
    const fileId = await uploaded(anna, 'fragment.csv', csv.replace('ada@', 'fragment@'));
    const put = () => anna.put('/api/v6/profiles/private/', { file_id: fileId });
    const { status, body } = await put();
    expect(status).toBe(200);
    expect(body.fragment).toMatchObject({
      source: 'file',
      resume_id: fileId,
      fields: expect.arrayContaining(['first_name', 'headline', 'positions']),
    });
    expect((await put()).body).toMatchObject({ id: body.id, fragment: { id: body.fragment.id } });
    expect(await page(boris, body.id)).toMatchObject({
      is_own: true,
      headline: 'Analyst',
      contacts: expect.arrayContaining([expect.objectContaining({ source: 'resume' })]),
    });
    expect((await rival.put('/api/v6/profiles/private/', { file_id: fileId })).status).toBe(404);
  });

  it('[CTP-016] [CTP-017] hold the data of a resume of the profile', async () => {
    const { id } = (await create(anna, ada)).body;
    const { fragment } = (await anna.post(`/api/v6/profiles/${id}/private/`, { headline: 'Countess', about: 'Notes' })).body;
    const file = (await upload(anna, { filename: 'resume.odt', bytes: sample('richard-single.odt'), fields: { profile_id: String(id) } }))
      .body;
    const path = `/api/v6/profiles/private/${fragment.id}/`;
    const { status, body } = await anna.put(path, { resume_id: file.id });
    expect([status, body.fragment]).toMatchObject([200, { id: fragment.id, source: 'file', resume_id: file.id }]);
    expect((await page(anna, id)).skills.length).toBeGreaterThan(3);
    const elsewhere = (
      await upload(anna, {
        filename: 'a.odt',
        bytes: sample('richard-single.odt'),
        fields: { profile_id: String((await create(anna, ada)).body.id) },
      })
    ).body;
    expect((await anna.put(path, { resume_id: elsewhere.id })).status).toBe(404);
    expect((await rival.put(path, { resume_id: file.id })).status).toBe(404);
  });
});

describe('an erased person', () => {
  it('[DEC-14] is not restored by a form, a file, text or fragments', { timeout: 120_000 }, async () => {
    await here.application.search.start();
    const tasks = await here.application.startSearchTasks();
    const contacts = [{ type: 'email', value: 'erased@csv.example.test' }];
    const links = [{ url: 'https://github.com/erased-ada' }];
    const { id } = (await create(boris, { ...ada, contacts, links })).body;
    expect((await boris.post(`/api/v6/profiles/${id}/erasure/`)).status).toBe(200);
    await poll(async () => (await boris.get(`/api/internal/profiles/${id}/`)).status, { timeout: 60_000 }).toBe(410);
    await tasks.stop();
    const before = await here.sql('select id from profiles');
    const file = await uploaded(anna, 'erased.csv', csv.replace('ada@', 'erased@'));
    expect((await create(anna, { ...ada, first_name: 'Augusta', contacts })).status).toBe(409);
    expect((await create(anna, { file_id: file })).status).toBe(409);
    expect((await anna.put('/api/v6/profiles/private/', { file_id: file })).status).toBe(409);
    expect((await create(anna, { text: 'Ada Lovelace\nAnalyst\nerased@csv.example.test' })).status).toBe(409);
    expect((await anna.post('/api/v6/profiles/private/', { fragments: [{ ...ada, links }] })).status).toBe(409);
    expect(await here.sql('select id from profiles')).toEqual(before);
    // An erasure by this company does not bind another company.
    expect((await create(rival, { ...ada, contacts })).status).toBe(200);
  });

  it('[PEDT-005] creates one profile for one link, also with five parallel requests', async () => {
    const body = { first_name: 'Lin', last_name: 'Ked', link: 'https://github.com/lin-ked-once' };
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => create(anna, body)));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers.filter((answer) => answer.body.created)).toHaveLength(1);
  });
});
