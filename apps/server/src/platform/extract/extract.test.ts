import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import iconv from 'iconv-lite';
import { afterAll, describe, expect, it } from 'vitest';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { createExtractor } from './extractor.ts';
import { layOut } from './page-layout.ts';
import { decodeText, readPlain } from './plain.ts';
import { readOdt } from './odt.ts';
import { readRtf } from './rtf.ts';

const folder = useTemporaryFolder('extract');
const extractor = createExtractor({ maxBytes: 1024 * 1024 });
afterAll(() => extractor.close());

const write = (name: string, content: string | Uint8Array) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const sample = (name: string) => fileURLToPath(new URL(`../../../test/resumes/${name}`, import.meta.url));
const reason = async (path: string) => {
  const outcome = await extractor.extract(path);
  return outcome.ok ? outcome.text : outcome.reason;
};

const contentTypes =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const wordOf = (body: string) => {
  const xml = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
  return zipSync({ '[Content_Types].xml': strToU8(contentTypes), 'word/document.xml': strToU8(xml) });
};

describe('failures of extraction', { timeout: 60_000 }, () => {
  it.each([
    ['damaged', () => sample('scorelia-corrupt_file.pdf'), 'broken'],
    ['protected by a password', () => sample('scorelia-password_protected.pdf'), 'encrypted'],
    ['empty', () => write('empty.pdf', ''), 'empty'],
    ['too large', () => write('large.txt', 'x'.repeat(1024 * 1024 + 1)), 'too_large'],
    ['another type', () => write('picture.pdf', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')), 'unsupported'],
    ['binary', () => write('noise.txt', Buffer.from([1, 0, 2, 0, 3, 200, 0, 0, 5, 6, 0, 9])), 'unsupported'],
    ['without text', () => write('blank.txt', ' \n\t \n'), 'no_text'],
    ['a decompression bomb', () => write('full.docx', wordOf('<w:p/>'.repeat(1_500_000))), 'unpacks_large'],
    ['truncated', () => write('cut.docx', zipSync({ 'word/document.xml': strToU8('<w:document/>') }).subarray(0, 40)), 'broken'],
  ])('%s', async (_, path, expected) => {
    expect(await reason(path())).toBe(expected);
  });

  it('reports a timeout and reads the next file', async () => {
    const hasty = createExtractor({ timeoutMs: 1 });
    expect(await hasty.extract(sample('ru-smirnova-hh.pdf'))).toEqual({ ok: false, reason: 'too_slow' });
    hasty.close();
    const withDefaults = createExtractor({ filesPerProcess: 1 });
    const outcomes = await Promise.all(['jobmatch-en.txt', 'ru-popova.txt'].map((name) => withDefaults.extract(sample(name))));
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, true]);
    withDefaults.close();
  });

  it('does not count the start of the process', async () => {
    const brisk = createExtractor({ timeoutMs: 1000 });
    expect(await brisk.extract(sample('jobmatch-en.txt'))).toMatchObject({ ok: true });
    brisk.close();
  });

  it('reports a lack of memory and reads the next file', async () => {
    const small = createExtractor({ memoryMb: 24, timeoutMs: 60_000 });
    const row = 'a paragraph that takes far more memory as objects than as text';
    const bomb = write('bomb.docx', wordOf(`<w:p><w:r><w:t>${row}</w:t></w:r></w:p>`.repeat(70_000)));
    expect(await small.extract(bomb)).toEqual({ ok: false, reason: 'broken' });
    expect(await small.extract(sample('jobmatch-en.txt'))).toMatchObject({ ok: true });
    small.close();
  });
});

describe('plain text', () => {
  const russian = 'Резюме: разработчик с опытом работы в крупных компаниях';
  it.each(['utf-8', 'windows-1251', 'koi8-r', 'cp866', 'utf-16le', 'utf-16be'])('is decoded from %s without a declaration', (encoding) => {
    expect(decodeText(iconv.encode(russian, encoding))).toBe(russian);
  });
  it('is decoded from UTF-16 with a byte-order mark and from a Western encoding', () => {
    expect(decodeText(iconv.encode(russian, 'utf-16le', { addBOM: true }))).toContain(russian);
    expect(decodeText(iconv.encode('Résumé of François Müller, ingénieur diplômé à Zürich', 'windows-1252'))).toContain('François Müller');
  });
});

describe('Markdown', () => {
  it('is read without markup, with link addresses', () => {
    const source =
      '# Ada **Lovelace**\n\n[ada@a.test](mailto:ada@a.test) · <https://a.test/ada>\n***\n## Work ##\n> *Analyst* of `engines`\n* did\\_this\n![me](https://a.test/me.png)\n|a|b|\n|---|:-:|\n';
    const { text, links } = readPlain(Buffer.from(source));
    expect(text).toBe('Ada Lovelace\n\nada@a.test · https://a.test/ada\nWork\nAnalyst of engines\n- did_this\nme\n|a|b|\n');
    expect(links).toEqual(['https://a.test/me.png', 'https://a.test/ada']);
    expect(readPlain(Buffer.from('C# and F#\n# 1 in sales\n2 * 3 * 4')).text).toBe('C# and F#\n# 1 in sales\n2 * 3 * 4');
  });
});

describe('RTF', () => {
  it('reads code pages, \\u escapes, tabs and links, and omits hidden content', () => {
    const source =
      "{\\rtf1\\ansi\\ansicpg1251\\deff0{\\fonttbl{\\f0\\fcharset204 Arial;}}{\\info{\\author Nobody}}\\f0 \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2\\tab\\u1084?\\u1080?\\u1088?\\par" +
      '{\\field{\\*\\fldinst{HYPERLINK "https://example.test/me"}}{\\fldrslt me}}\\par \\{x\\}\\~y\\bin3 }}}z}';
    const { text, links } = readRtf(Buffer.from(source, 'latin1'));
    expect(text).toBe('Привет\tмир\nme\n{x} yz');
    expect(links).toEqual(['https://example.test/me']);
  });
});

describe('ODT', () => {
  it('reads paragraphs, tabs, tables and links, and rejects an encrypted document', () => {
    const content =
      '<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:xlink="x"><text:h>Name</text:h><text:p>a<text:tab/>b<text:s text:c="2"/>c</text:p>' +
      '<table:table><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell></table:table-row></table:table><text:p><text:a xlink:href="https://example.test">me</text:a></text:p></office:document-content>';
    const { text, links } = readOdt(Buffer.from(zipSync({ 'content.xml': strToU8(content) })));
    expect(text).toBe('Name\na\tb  c\n\t1\n\nme\n');
    expect(links).toEqual(['https://example.test']);
    const encrypted = zipSync({ 'content.xml': strToU8('?'), 'META-INF/manifest.xml': strToU8('<m:encryption-data/>') });
    expect(() => readOdt(Buffer.from(encrypted))).toThrow('encrypted');
  });
});

const line = (text: string, x: number, y: number) => ({ text, x, y, width: text.length * 5, size: 10 });

describe('reading order of a page', () => {
  const page = { left: 0, right: 600 };
  it('reads column after column below a line across both', () => {
    const rows = Array.from({ length: 7 }, (_, index) => [
      line(`left side ${index}`, 40, 600 - index * 14),
      line(`right hand side text ${index}`, 320, 597 - index * 16),
    ]);
    const text = layOut(
      [line('A headline that reaches over the whole width of the page, from one side to the other side', 40, 640), ...rows.flat()],
      page,
    );
    const lines = text.split('\n');
    expect(lines[0]).toMatch(/^A headline/);
    expect(lines.slice(1, 8)).toEqual(Array.from({ length: 7 }, (_, index) => `left side ${index}`));
    expect(lines.at(-1)).toBe('right hand side text 6');
  });
  it('keeps dates at the right margin beside their line', () => {
    const rows = Array.from({ length: 8 }, (_, index) => [
      line(`Engineer at company number ${index}`, 40, 600 - index * 20),
      line(`201${index} - 2019`, 500, 600 - index * 20),
    ]);
    expect(layOut(rows.flat(), page).split('\n')[1]).toBe('Engineer at company number 1\t2011 - 2019');
  });
});
