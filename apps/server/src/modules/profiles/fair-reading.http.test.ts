import { strToU8, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { whileHeld } from '../../../test/held-table.ts';
import { type Caller, password, type TestUser, useInstallation } from '../../../test/installation.ts';
import { poll } from '../../../test/settled.ts';
import { upload } from '../../../test/upload.ts';

const here = useInstallation();
const readPath = '/api/v6/profiles/create/read/';

let [company, origin] = [0, ''];
let annaUser: TestUser;
let [anna, bert, zoe] = [] as unknown as [Caller, Caller, Caller];
beforeAll(async () => {
  company = await here.addCompany();
  annaUser = await here.addUser(company, 'worker');
  anna = await here.signIn(annaUser);
  bert = await here.signIn(await here.addUser(company, 'worker', { language: 'ru' }));
  zoe = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  origin = await here.app.listen({ host: '127.0.0.1', port: 0 });
});

let counter = 0;
async function addFile(caller: Caller, filename = 'person.csv', bytes: Uint8Array | string = ''): Promise<number> {
  counter += 1;
  const table = `Name;Email\nAda Lovelace;ada${counter}@fair.example.test\n`;
  const { status, body } = await upload(caller, { filename, bytes: bytes || table, fields: { purpose: 'profile' } });
  expect(status).toBe(200);
  return body.id;
}
const read = (caller: Caller, id: number) => caller.post(readPath, { file_id: id });
const statuses = async (answers: readonly Promise<{ status: number }>[]) => (await Promise.all(answers)).map(({ status }) => status);

describe('reading of files', () => {
  it('limits each person, and does not delay colleagues or other companies', async () => {
    const [ofAnna, ofBert, ofZoe] = [await addFile(anna), await addFile(bert), await addFile(zoe)];
    const requests = await whileHeld(here, 'files', async ({ waiting }) => {
      const own = [1, 2, 3, 4, 5].map(() => read(anna, ofAnna));
      // One file is read and three wait, so only the rejected request returns.
      const { status, body, headers } = await Promise.race(own);
      await waiting(1);
      expect({ status, body }).toEqual({
        status: 429,
        body: { detail: 'Earlier files and texts are still being read. Try again in 5 s', code: 'reading_busy' },
      });
      expect(headers['retry-after']).toBe('5');
      const other = read(zoe, ofZoe);
      await waiting(2);
      expect((await zoe.post(readPath, { text: 'Zoe Zimmer\nDesigner\nzoe@fair.example.test' })).status).toBe(200);
      return [...own, other, read(bert, ofBert)];
    });
    expect((await statuses(requests)).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect((await read(anna, ofAnna)).status).toBe(200);
  });

  it('applies one limit to all ways of reading a file', async () => {
    const file = await addFile(anna);
    const { body: made } = await anna.post('/api/v6/profiles/create/', { first_name: 'Ada', last_name: 'Lovelace' });
    const requests = await whileHeld(here, 'files', async () => {
      const own = [1, 2, 3, 4, 5].map(() => read(anna, file));
      await Promise.race(own);
      for (const send of [
        () => anna.post('/api/v6/profiles/create/', { file_id: file }),
        () => anna.put('/api/v6/profiles/private/', { file_id: file }),
        () => anna.post(`/api/v6/profiles/${made.id}/enrich_by_file/`, { file_id: file }),
        () => anna.post(`/api/v6/profiles/${made.id}/enrich_by_file/preview/`, { file_id: file }),
      ])
        expect(await send()).toMatchObject({ status: 429, body: { code: 'reading_busy' } });
      return own;
    });
    expect((await statuses(requests)).toSorted()).toEqual([200, 200, 200, 200, 429]);
  });

  it('stops when the client disconnects', async () => {
    const files = [await addFile(anna), await addFile(anna), await addFile(anna), await addFile(anna)];
    const login = await fetch(`${origin}/api/v6/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'csrftoken=t', 'x-csrftoken': 't' },
      body: JSON.stringify({ email: annaUser.email, password }),
    });
    await login.text();
    const cookies = ['csrftoken=t', ...login.headers.getSetCookie().map((cookie) => cookie.split(';')[0])];
    const client = new AbortController();
    const send = (id: number) =>
      fetch(`${origin}${readPath}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: cookies.join('; '), 'x-csrftoken': 't' },
        body: JSON.stringify({ file_id: id }),
        signal: client.signal,
      });
    const { server } = here.app;
    const connections = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
    await whileHeld(here, 'files', async ({ waiting }) => {
      const requests = files.map(send);
      await waiting(1);
      client.abort();
      for (const { status } of await Promise.allSettled(requests)) expect(status).toBe('rejected');
      await poll(connections).toBe(0);
    });
    const last = await addFile(anna);
    expect((await read(anna, last)).status).toBe(200);
    // Reading a file marks it with the fingerprints of its person.
    const marked = await here.sql('select id from files where id = any($1) and person_fingerprints is not null', [[...files, last]]);
    expect(marked).toEqual([{ id: last }]);
  });
});

const word = (parts: Record<string, Uint8Array>) =>
  zipSync({
    '[Content_Types].xml': strToU8(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    ...parts,
  });
const documentOf = (body: string) =>
  strToU8(`<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`);
const megabytes = (count: number, text: string) => text.repeat(Math.ceil((count * 1024 ** 2) / text.length));
const lines = ['Ada Lovelace', 'Analyst', 'ada@unpack.example.test', 'Experience', 'Analyst, Alpha, 2018 - 2021', 'Skills', 'Python, SQL'];
const person = lines.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');

describe('a document with an oversized unpacked content', () => {
  const large: Record<string, () => [string, Uint8Array]> = {
    'a text of empty paragraphs': () => ['a.docx', word({ 'word/document.xml': documentOf(person + megabytes(9, '<w:p/>')) })],
    'many parts': () => [
      'b.docx',
      word({
        'word/document.xml': documentOf(person),
        ...Object.fromEntries([1, 2, 3].map((part) => [`word/header${part}.xml`, documentOf(megabytes(3, '<w:p/>'))])),
      }),
    ],
    'a text of an OpenDocument file': () => [
      'c.odt',
      zipSync({
        mimetype: [strToU8('application/vnd.oasis.opendocument.text'), { level: 0 }],
        'content.xml': strToU8(`<office:document-content>${megabytes(9, '<text:p/>')}</office:document-content>`),
      }),
    ],
  };
  it.each(Object.entries(large))('is rejected at the field of the file: %s', async (_name, make) => {
    const [filename, bytes] = make();
    const id = await addFile(anna, filename, bytes);
    const said = 'File parsing error: the file unpacks to more than 8 MB of text. Save it as a PDF, or copy its text into a new document';
    for (const send of [
      () => read(anna, id),
      () => anna.post('/api/v6/profiles/create/', { file_id: id }),
      () => anna.put('/api/v6/profiles/private/', { file_id: id }),
    ])
      expect(await send()).toMatchObject({ status: 400, body: { file_id: [said] } });
    const { body: made } = await anna.put('/api/v6/profiles/private/', { file_id: await addFile(anna) });
    expect(await anna.put(`/api/v6/profiles/private/${made.fragment.id}/`, { resume_id: id })).toMatchObject({
      status: 400,
      body: { resume_id: [said] },
    });
    expect((await read(bert, await addFile(bert, filename, bytes))).body.file_id[0]).toMatch(/^Ошибка чтения файла: .* больше 8 МБ текста/);
  });

  it('may contain large pictures', async () => {
    const bytes = word({ 'word/document.xml': documentOf(person), 'word/media/image1.png': new Uint8Array(30 * 1024 ** 2) });
    expect(await read(anna, await addFile(anna, 'pictures.docx', bytes))).toMatchObject({
      status: 200,
      body: { contacts: [{ value: 'ada@unpack.example.test' }] },
    });
  });
});
