import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useSharedInstallation } from '../../../test/installation.ts';
import { upload } from '../../../test/upload.ts';

/** Requests of a file reader to the outside. This server records them. */
const asked: string[] = [];
const outside = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.end();
});
const here = useSharedInstallation();
let [anna, secret] = [undefined, ''] as unknown as [Caller, string];

beforeAll(async () => {
  outside.listen(0, '127.0.0.1');
  await once(outside, 'listening');
  secret = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/canary`;
  anna = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
});
afterAll(() => void outside.close());

const sample = (name: string) => readFileSync(fileURLToPath(new URL(`../../../test/resumes/${name}`, import.meta.url)));
const odt = (xml: string) =>
  zipSync({ mimetype: [strToU8('application/vnd.oasis.opendocument.text'), { level: 0 }], 'content.xml': strToU8(xml) });
const word = (parts: Record<string, Uint8Array>) =>
  zipSync({
    '[Content_Types].xml': strToU8(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    ...parts,
  });
const space =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

interface Hostile {
  filename: string;
  bytes: Uint8Array | string;
}

const safe = {
  'content-type': 'application/octet-stream',
  'content-disposition': expect.stringMatching(/^attachment/) as string,
  'x-content-type-options': 'nosniff',
};
const outOfFolder = `headwater-traversal-${process.pid}`;

const hostile: Record<string, () => Hostile> = {
  'a zip bomb': () => ({ filename: 'bomb.docx', bytes: word({ 'word/document.xml': new Uint8Array(200 * 1024 * 1024) }) }),
  'an external entity of a file': () => ({
    filename: 'entity.odt',
    bytes: odt(
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><office:document-content xmlns:office="o" xmlns:text="t"><text:p>Ada Lovelace &e;</text:p></office:document-content>',
    ),
  }),
  'an external entity of an address': () => ({
    filename: 'address.odt',
    bytes: odt(
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY % p SYSTEM "${secret}"> %p;<!ENTITY e SYSTEM "${secret}">]><office:document-content xmlns:office="o" xmlns:text="t"><text:p>Ada Lovelace &e;</text:p></office:document-content>`,
    ),
  }),
  'entities that multiply': () => ({
    filename: 'laughs.odt',
    bytes: odt(
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a0 "Ada">${Array.from({ length: 30 }, (_, level) => `<!ENTITY a${level + 1} "&a${level};&a${level};">`).join('')}]><office:document-content xmlns:office="o" xmlns:text="t"><text:p>&a30;</text:p></office:document-content>`,
    ),
  }),
  'a linked picture': () => ({
    filename: 'linked.docx',
    bytes: word({
      'word/document.xml': strToU8(
        `<w:document ${space}><w:body>${paragraph('Ada Lovelace')}${paragraph('ada@hostile.example.test')}<w:p><w:r><a:blip r:link="rId9"/></w:r></w:p></w:body></w:document>`,
      ),
      'word/_rels/document.xml.rels': strToU8(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${secret}" TargetMode="External"/></Relationships>`,
      ),
    }),
  }),
  'a path out of its folder': () => ({
    filename: `../../../../tmp/${outOfFolder}.docx`,
    bytes: word({
      'word/document.xml': strToU8(
        `<w:document ${space}><w:body>${paragraph('Ada Lovelace')}${paragraph('Engineer')}</w:body></w:document>`,
      ),
      [`../../../../../../tmp/${outOfFolder}`]: strToU8('out'),
    }),
  }),
  'ten megabytes of spaces': () => ({ filename: 'spaces.odt', bytes: odt(`<a>${' '.repeat(10 * 1024 * 1024)}</a>`) }),
  'a table of nothing but spaces': () => ({ filename: 'spaces.csv', bytes: `Name;Email\n${' '.repeat(10 * 1024 * 1024 - 100)}` }),
  'a password': () => ({ filename: 'closed.pdf', bytes: sample('scorelia-password_protected.pdf') }),
  'a script in a picture of lines': () => ({
    filename: 'a.pdf',
    bytes: `<svg xmlns="http://www.w3.org/2000/svg" onload="fetch('${secret}')"><script>fetch('${secret}')</script></svg>`,
  }),
  'two types at once': () => ({
    filename: 'both.pdf',
    bytes: `%PDF-1.7\n<html><body><script src="${secret}"></script><img src="${secret}"></body></html>\n%%EOF`,
  }),
};

/** Uploads a file, creates a profile from it and downloads it again. */
async function tryFile({ filename, bytes }: Hostile) {
  const stored = await upload(anna, { filename, bytes, fields: { purpose: 'profile' } });
  if (stored.status !== 200) return { said: JSON.stringify(stored.body), shown: '', name: '', headers: safe as object };
  const { status, body } = await anna.post('/api/v6/profiles/create/', { file_id: stored.body.id });
  const profile = status === 200 ? JSON.stringify((await anna.get(`/api/internal/profiles/${body.id}/`)).body) : '';
  const preview = await anna.get(`/api/files/v1/${stored.body.id}/preview/`);
  expect(preview.headers['content-type']).toMatch(/^application\/json/);
  const shown = `${profile} ${JSON.stringify(preview.body)}`;
  const { headers } = await anna.get(`/api/files/v1/${stored.body.id}/download/`);
  return {
    said: status === 200 ? 'created' : `${status} ${body.detail ?? body.file_id?.[0]}`,
    shown,
    name: String(stored.body.filename),
    headers,
  };
}

describe('hostile files', () => {
  it.each(Object.entries(hostile))(
    '[PEDT-009] [PEDT-010] with %s: nobody outside hears of it, it costs bounded time and memory, and a reason is said',
    { timeout: 90_000 },
    async (name, make) => {
      const before = process.memoryUsage.rss();
      const { said, shown, name: kept, headers } = await tryFile(make());
      expect(said).toMatch(
        /^created$|^40[06] File parsing error|^422 Profile could not be created|This type of file is not accepted|is larger than/,
      );
      expect(shown).not.toMatch(/root:|canary/);
      expect(kept).not.toMatch(/[/\\]/);
      // No browser renders a file under the origin of the product.
      expect(headers).toMatchObject(safe);
      expect(asked).toEqual([]);
      // A separate process with its own limits reads files.
      expect((process.memoryUsage.rss() - before) / 1024 ** 2).toBeLessThan(600);
      expect(readdirSync(tmpdir()).filter((file) => file.includes(outOfFolder))).toEqual([]);
      // The next file is read as usual.
      const bytes = `Name;Email\nAda Lovelace;${name.replaceAll(/\W/g, '')}@hostile.example.test\n`;
      const { body } = await upload(anna, { filename: 'good.csv', bytes, fields: { purpose: 'profile' } });
      expect(await anna.post('/api/v6/profiles/create/', { file_id: body.id })).toMatchObject({ status: 200 });
    },
  );
});
