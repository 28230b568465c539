import { writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync, type Zippable } from 'fflate';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileRow } from './file-row.ts';
import { openTable, type TableFormat } from './open-table.ts';
import { TableError } from './table-error.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'headwater-tables-test-'))));
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function read(bytes: Uint8Array | string, format: TableFormat = {}) {
  const path = join(folder, String((files += 1)));
  await writeFile(path, bytes);
  const table = await openTable(path, format);
  try {
    const rows: FileRow[] = [];
    for await (const part of table.rows) rows.push(...part);
    return { ...table, rows, cells: rows.map(([, cells]) => cells) };
  } finally {
    await table.close();
  }
}

const faultOf = async (bytes: Uint8Array | string, format?: TableFormat) => {
  try {
    await read(bytes, format);
    return undefined;
  } catch (error) {
    return error instanceof TableError ? error.fault : error;
  }
};

const people = [
  ['ФИО', 'Телефон', 'Город'],
  ['Ёлкина Мария', '+7 916 123-45-67', 'Москва'],
  ['Петров Иван Сергеевич', '8 (495) 111-22-33', 'Нижний Новгород'],
];
const latin = [
  ['Name', 'City', 'Company'],
  ['Zoë Müller', 'Köln', 'Société Générale'],
  ['José Peña', 'Málaga', 'Señor & Cía'],
];
const csv = (rows: readonly string[][], sign = ',') => rows.map((row) => row.join(sign)).join('\r\n');

describe('a text table', () => {
  it.each(['utf-8', 'utf-16le', 'utf-16be', 'windows-1251', 'koi8-r', 'cp866'] as const)('[IMP-001] is read in %s', async (encoding) => {
    for (const addBOM of encoding.startsWith('utf') ? [true, false] : [false]) {
      const table = await read(iconv.encode(csv(people, ';'), encoding, { addBOM }));
      expect([table.encoding, table.delimiter, table.cells]).toEqual([encoding, 'semicolon', people]);
    }
  });

  it('[IMP-001] is read in latin-1, and an encoding can be chosen', async () => {
    const bytes = iconv.encode(csv(latin), 'windows-1252');
    expect(await read(bytes)).toMatchObject({ encoding: 'windows-1252', cells: latin });
    expect((await read(bytes, { encoding: 'koi8-r' })).encoding).toBe('koi8-r');
  });

  it('[IMP-001] may have lines in several encodings', async () => {
    const [head = [], one = [], two = []] = people;
    const bytes = Buffer.concat([
      Buffer.from(`${csv([head, one])}\n`),
      iconv.encode(`${csv([two])}\n`, 'windows-1251'),
      iconv.encode(`${csv([one])}\n`, 'cp866'),
    ]);
    expect((await read(bytes)).cells).toEqual([head, one, two, one]);
  });

  it.each([
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
    ['pipe', '|'],
  ] as const)('[IMP-001] is delimited by %s, also where sep= names it', async (delimiter, sign) => {
    expect(await read(csv(people, sign))).toMatchObject({ delimiter, cells: people });
    const [first] = (await read(`sep=${sign}\r\nA,B;C\tD|E${sign}F\r\n`)).rows;
    expect(first?.[0]).toBe(2);
    expect(first?.[1].at(-1)).toBe('F');
  });

  it('[IMP-001] with faulty rows keeps the rows around them', async () => {
    const { rows } = await read('Name,Note\nAnn,"a ""b""\nc"\nBob,"x"y\nCid,ok\nDan,"never closed\n');
    expect(rows).toEqual([
      [1, ['Name', 'Note']],
      [2, ['Ann', 'a "b"\nc']],
      [4, ['Bob', '"x"y'], 'quote_after'],
      [5, ['Cid', 'ok']],
      [6, ['Dan', '"never closed'], 'quote_open'],
    ]);
  });

  it('[IMP-001] loses no row at the borders of the pieces in which it is read', async () => {
    const rows = Array.from({ length: 9000 }, (_, index) => [`Имя ${index}`, `строка\r\n"${'слово '.repeat(index % 17)}"`]);
    const text = rows.map(([name, note]) => `${name},"${note?.replaceAll('"', '""')}"`).join('\r\n');
    for (const encoding of ['utf-8', 'utf-16le', 'cp866']) expect((await read(iconv.encode(text, encoding))).cells).toEqual(rows);
  });

  it('[IMP-001] is refused if it is empty or no text', async () => {
    expect(await faultOf('')).toBe('table_empty');
    expect(await faultOf('\uFEFF \r\n')).toBe('table_empty');
    expect(await faultOf(Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13]))).toBe('table_not_text');
  });
});

const xml = '<?xml version="1.0" encoding="UTF-8"?>';
const main =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
interface Book {
  sheets: Readonly<Record<string, string>>;
  strings?: readonly string[];
  date1904?: boolean;
  after?: string;
}
function xlsx({ sheets, strings = [], date1904 = false, after = '' }: Book): Uint8Array {
  const names = Object.keys(sheets);
  const parts: Zippable = {
    '[Content_Types].xml': strToU8(`${xml}<Types/>`),
    'xl/workbook.xml': strToU8(
      `${xml}<workbook ${main}><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `${xml}<Relationships>${names.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}<Relationship Id="s" Target="/xl/styles.xml"/><Relationship Id="t" Target="sharedStrings.xml"/></Relationships>`,
    ),
    'xl/styles.xml': strToU8(
      `${xml}<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy;@"/><numFmt numFmtId="165" formatCode="#,##0&quot; days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
    ),
    'xl/sharedStrings.xml': strToU8(`${xml}<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`),
  };
  for (const [at, name] of names.entries())
    parts[`xl/worksheets/sheet${at + 1}.xml`] = strToU8(
      `${xml}<worksheet ${main}><sheetData>${sheets[name]}</sheetData>${after}</worksheet>`,
    );
  return zipSync(parts);
}

const cellAt = (place: string, text: string) => `<c r="${place}" t="str"><v>${text}</v></c>`;
const cell = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}>${text === '' ? '' : `<text:p>${text}</text:p>`}</table:table-cell>`;

describe('a workbook', () => {
  it('[IMP-001] of Excel has a sheet of choice, and shared, rich and inline texts', async () => {
    const bytes = xlsx({
      strings: ['<t>Name</t>', '<r><t>Ann </t></r><r><t>Lee</t></r><rPh><t>x</t></rPh>', '<t>a_x000D_b &amp; c</t>'],
      sheets: {
        Cover: '',
        People:
          '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>City</t></is></c></row><row r="4"><c r="A4" t="s"><v>1</v></c><c r="C4" t="s"><v>2</v></c></row>',
        Other: '<row><c t="str"><v>Bob</v></c><c><v>7.9161234567E10</v></c><c t="b"><v>1</v></c><c t="e"><v>#REF!</v></c></row>',
      },
    });
    const table = await read(bytes);
    expect(table).toMatchObject({ kind: 'xlsx', sheets: ['Cover', 'People', 'Other'], sheet: 'People' });
    expect(table.rows).toEqual([
      [1, ['Name', '', 'City']],
      [4, ['Ann Lee', '', 'a\rb & c']],
    ]);
    expect((await read(bytes, { sheet: 'Other' })).cells).toEqual([['Bob', '79161234567', 'TRUE', '']]);
    expect(await faultOf(bytes, { sheet: 'Cover ' })).toBe('table_no_sheet');
  });

  it('[IMP-001] has dates since 1900 and since 1904, and formulas with their last values', async () => {
    const row =
      '<row r="1"><c r="A1" s="1"><v>45292</v></c><c r="B1" s="2"><v>1.5</v></c><c r="C1" s="3"><v>45292</v></c><c r="D1" t="str"><f>A1&amp;"x"</f><v>Ann</v></c><c r="E1"><f>NOW()</f></c><c r="F1" t="d"><v>2024-02-29T00:00:00</v></c></row>';
    expect((await read(xlsx({ sheets: { A: row } }))).cells).toEqual([
      ['2024-01-01', '1900-01-01 12:00', '45292', 'Ann', '', '2024-02-29'],
    ]);
    const [since1904] = (await read(xlsx({ sheets: { A: row }, date1904: true }))).cells;
    expect(since1904?.slice(0, 2)).toEqual(['2028-01-02', '1904-01-02 12:00']);
  });

  it('[IMP-001] repeats the value of cells that are merged downwards', async () => {
    const rows = `<row r="1">${cellAt('A1', 'Acme')}${cellAt('B1', 'Ann')}</row><row r="2">${cellAt('B2', 'Bob')}</row><row r="3">${cellAt('A3', 'Ink')}${cellAt('B3', 'Cid')}</row>`;
    const merged = '<mergeCells count="2"><mergeCell ref="A1:A2"/><mergeCell ref="B3:D3"/></mergeCells>';
    expect((await read(xlsx({ sheets: { A: rows }, after: merged }))).cells).toEqual([
      ['Acme', 'Ann'],
      ['Acme', 'Bob'],
      ['Ink', 'Cid'],
    ]);
  });

  it('[IMP-001] of OpenDocument has sheets, dates, numbers, repeated and merged cells, and no comments', async () => {
    const content = `${xml}<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><table:table table:name="First"><table:table-row table:number-rows-repeated="1048576">${cell('', 'table:number-columns-repeated="16384"')}</table:table-row></table:table><table:table table:name="People"><table:table-row>${cell('Name<text:s/>of')}${cell('Acme', 'table:number-rows-spanned="2"')}${cell('1/2/24', 'office:value-type="date" office:date-value="2024-02-01"')}</table:table-row><table:table-row>${cell('<office:annotation><text:p>secret</text:p></office:annotation>Ann')}<table:covered-table-cell/>${cell('5', 'office:value-type="float" office:value="79161234567"')}${cell('x', 'table:number-columns-repeated="2"')}</table:table-row></table:table></office:document-content>`;
    const bytes = zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'), 'content.xml': strToU8(content) });
    expect(await read(bytes)).toMatchObject({ kind: 'ods', sheets: ['First', 'People'], sheet: 'People' });
    expect((await read(bytes)).cells).toEqual([
      ['Name of', 'Acme', '2024-02-01'],
      ['Ann', 'Acme', '79161234567', 'x', 'x'],
    ]);
  });

  it('[IMP-001] that is damaged, encrypted or unpacks to more than the limit is refused', async () => {
    const good = xlsx({ sheets: { A: '<row><c t="str"><v>Ann</v></c></row>' } });
    expect(await faultOf(good.subarray(0, good.length - 300))).toBe('table_broken');
    expect(await faultOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))).toBe('table_encrypted');
    expect(await faultOf(xlsx({ sheets: { A: '<row><c><v>1</c></row>' } }))).toBe('table_broken');
    const bomb = zipSync({ '[Content_Types].xml': strToU8('<a/>'), 'xl/workbook.xml': new Uint8Array(20 * 1024 * 1024).fill(32) });
    expect(await faultOf(bomb)).toBe('table_unpacks_large');
  });
});

describe('cards and archives', () => {
  it('[IMP-001] [IMP-005] vCards of 2.1, 3 and 4 become rows', async () => {
    const cards = [
      'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann Lee\r\nN:Lee;Ann;Maria;;\r\nitem1.EMAIL;TYPE=work:ann@acme.test\r\nEMAIL:ann@home.test\r\nTEL;TYPE=cell:+1 650 253\r\n  0000\r\nORG:Acme\\, Inc.;Sales\r\nADR;TYPE=work:;;1 Road;Austin;TX;78701;USA\r\nNOTE:one\\ntwo\r\nCATEGORIES:vip,go\r\nEND:VCARD\r\n',
      'BEGIN:VCARD\nVERSION:4.0\nFN:Иван Петров\nTEL;VALUE=uri;PREF=1:tel:+79161234567\nIMPP:telegram:ivan_p\nURL:https://ivan.test\nBDAY:19900102\nEND:VCARD\n',
      'BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=9E=D1=80=D0=BB=D0=BE=D0=B2;=D0=9E=\n=D0=BB=D0=B5=D0=B3\nEND:VCARD\n',
    ];
    const { kind, cells } = await read(cards.join(''));
    expect(kind).toBe('vcard');
    const [head = [], ...rows] = cells;
    expect(rows.map((row) => Object.fromEntries(row.flatMap((value, at) => (value ? [[head[at], value]] : []))))).toEqual([
      {
        FN: 'Ann Lee',
        'N.family': 'Lee',
        'N.given': 'Ann',
        'N.middle': 'Maria',
        EMAIL: 'ann@acme.test; ann@home.test',
        TEL: '+1 650 253 0000',
        ORG: 'Acme, Inc.',
        'ADR.city': 'Austin',
        'ADR.country': 'USA',
        NOTE: 'one\ntwo',
        CATEGORIES: 'vip; go',
      },
      { FN: 'Иван Петров', TEL: '+79161234567', 'IMPP.telegram': '@ivan_p', URL: 'https://ivan.test', BDAY: '1990-01-02' },
      { 'N.family': 'Орлов', 'N.given': 'Олег' },
    ]);
  });

  it('[IMP-006] an archive has a table and other files', async () => {
    const bytes = zipSync({
      '__MACOSX/._people.csv': strToU8('x'),
      'base/people.csv': strToU8(csv(people)),
      'base/Резюме/Ann.PDF': strToU8('%PDF-'),
    });
    const path = join(folder, 'archive.zip');
    writeFileSync(path, bytes);
    const table = await openTable(path);
    const entry = table.attachments.get('ann.pdf');
    expect(entry && String(await table.readAttachment(entry))).toBe('%PDF-');
    await table.close();
    expect((await read(bytes)).cells).toEqual(people);
    expect(await faultOf(zipSync({ 'a.pdf': strToU8('%PDF-') }))).toBe('table_not_in_zip');
  });
});
