import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { tableRows, tableStart } from '#platform/csv/write-table.ts';
import { type CsvTable, parseCsv } from './parse-csv.ts';

const readBytes = (bytes: string | Buffer, more: Partial<Parameters<typeof parseCsv>[0]> = {}) =>
  parseCsv({ bytes: Buffer.from(bytes), makesParts: true, ...more });
const table = (bytes: string | Buffer, more = {}): CsvTable => {
  const parsed = readBytes(bytes, more);
  if ('noText' in parsed) throw new Error(parsed.noText);
  return parsed;
};
const rowsOf = (parsed: CsvTable) => parsed.parts.flatMap((part) => JSON.parse(part) as [number, string[], string?][]);

describe('encodings and delimiters', () => {
  const text = 'Анна;anna@x.test\r\nБорис;boris@x.test\r\n';
  it('[ENR-020] are detected: UTF-8 with and without a byte order mark, windows-1251; comma, semicolon, tab', () => {
    for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), iconv.encode(text, 'windows-1251')])
      expect(table(bytes)).toMatchObject({
        delimiter: 'semicolon',
        rows: 2,
        lines: [
          ['Анна', 'anna@x.test'],
          ['Борис', 'boris@x.test'],
        ],
      });
    expect(table(iconv.encode(text, 'windows-1251')).encoding).toBe('windows-1251');
    expect(table(text.replaceAll(';', ',')).delimiter).toBe('comma');
    expect(table(text.replaceAll(';', '\t')).delimiter).toBe('tab');
    expect(table('a@x.test\nb@x.test')).toMatchObject({ delimiter: 'comma', columns: ['email'], rows: 2 });
    // A comma within quotation marks is no separator.
    expect(table('"Lee, Ann";1\n"Ray, Bo, Jr";2\n').delimiter).toBe('semicolon');
    expect(table(text, { delimiter: 'comma' }).columns).toHaveLength(1);
  });

  it('are read from the first line of files for Excel, which is no row', () => {
    for (const [sign, delimiter] of [
      [';', 'semicolon'],
      [',', 'comma'],
      ['\t', 'tab'],
    ]) {
      const parsed = table(`\uFEFFsep=${sign}\r\nAnn${sign}a@x.test${sign}a,b;c\r\nBo${sign}b@x.test${sign}\r\n`);
      expect(parsed).toMatchObject({ delimiter, rows: 2 });
      expect(rowsOf(parsed).map(([line, [name]]) => [line, name])).toEqual([
        [2, 'Ann'],
        [3, 'Bo'],
      ]);
    }
    expect(table('sep=;\n"a@x.test;1\nb@x.test;2\nc@x.test;3\n').fault).toEqual({ line: 2, reason: 'quote_open' });
    // Only a first line with a delimiter counts.
    expect(table('sep=x\nAnn\n').rows).toBe(2);
    expect(table('a@x.test;1\nsep=;\n').rows).toBe(2);
  });

  it('are rejected by name if UTF-16 or binary', () => {
    expect(readBytes(iconv.encode(text, 'utf-16le', { addBOM: true }))).toEqual({ noText: 'utf16' });
    expect(readBytes(iconv.encode('a,b@x.test\n', 'utf-16be'))).toEqual({ noText: 'utf16' });
    expect(readBytes(`a,b\n${'x'.repeat(50)}\0\n`)).toEqual({ noText: 'binary' });
  });
});

describe('rows', () => {
  it('[ENR-011] exclude empty lines and lines of delimiters', () => {
    const parsed = table('a,1\n\n   \n,,\r\nb,2\n');
    expect(rowsOf(parsed)).toEqual([
      [1, ['a', '1']],
      [5, ['b', '2']],
    ]);
    expect(parsed.rows).toBe(2);
  });

  it('keep quotation marks within an unquoted cell', () => {
    expect(rowsOf(table('Ann "Annie" Lee,5"\n'))).toEqual([[1, ['Ann "Annie" Lee', '5"']]]);
  });

  it('keep line breaks and quotation marks within a cell, and rows of different length', () => {
    expect(rowsOf(table('"a ""b""\nc",1\nd\n'))).toEqual([
      [1, ['a "b"\nc', '1']],
      [3, ['d']],
    ]);
  });

  it('exclude a first row with column titles', () => {
    for (const titles of ['Name;Email;Phone', 'Имя;Почта;Телефон', 'Column 1 (Name);Column 2 (Email);Column 3 (Phone)']) {
      const parsed = table(`${titles}\nAnn;a@x.test;+7 912 555-01-42\nBo;;8 912 555-01-43\n`);
      expect([parsed.rows, rowsOf(parsed)[0]?.[0], parsed.lines[0]]).toEqual([2, 2, titles.split(';')]);
    }
    for (const rows of [
      'Ann;a@x.test\nBo;b@x.test\n',
      'Ann;\nBo;b@x.test\n',
      'Ann;+7 912\nBo;+7 912 555-01-43\n',
      'Name;Title\nAnn;Cook\n',
    ])
      expect([rows, table(rows).rows]).toEqual([rows, 2]);
  });

  it('[ENR-005] are shown up to the seventh', () => {
    expect(table('a@x.test\n'.repeat(20)).lines).toHaveLength(7);
  });

  it('[ENR-012] with errors stop a file of more than two', () => {
    expect(table('a,1\nb,"2\nc,3\n').fault).toEqual({ line: 2, reason: 'quote_open' });
    expect(table('a,1\nb,"2"x\nc,3\n').fault).toEqual({ line: 2, reason: 'quote_after' });
    expect(table(`a,1\nb,2\n${','.repeat(200)}\n`).fault).toEqual({ line: 3, reason: 'too_many_columns' });
  });

  it('[ENR-012] with errors are separate errors in a file of one or two', () => {
    const parsed = table('a@x.test,1\n"b@x.test,2\n');
    expect(parsed.fault).toBeNull();
    expect(rowsOf(parsed)).toEqual([
      [1, ['a@x.test', '1']],
      [2, ['"b@x.test,2'], 'quote_open'],
    ]);
  });
});

describe('types of columns', () => {
  it('[ENR-004] [ENR-008] are guessed from their values, else ignored', () => {
    const rows = [
      ['Name', 'E-mail', 'Телефон', 'LinkedIn', 'Telegram', 'Born', 'Number'],
      ['Ann Lee', 'ann@x.test', '+7 912 555-01-42', 'https://linkedin.com/in/ann', 'ann_lee', '1990-01-02', '1000234'],
      ['Bo Ray', 'bo@x.test', '8 (912) 555-01-43', 'linkedin.com/in/bo', 'bo_ray', '1991-02-03', '1000235'],
      ['Cy Orr', '', '9125550144', 'www.cy.test/me', '@cy_orr', '1992-03-04', '1000236'],
    ];
    expect(table(rows.map((row) => row.join(';')).join('\n')).columns).toEqual([
      'ignore',
      'email',
      'phone',
      'link',
      'telegram',
      'ignore',
      'ignore',
    ]);
    expect(table('@ann_lee\nhttps://t.me/bo_ray\n').columns).toEqual(['telegram']);
  });
});

describe('exports of the product', () => {
  const rows = [
    ['Name', 'Email', 'Phone', 'Telegram', 'Link'],
    ['Анна Lee', 'ann@x.test', '+7 912 555-01-42', '@ann_lee', 'https://linkedin.com/in/ann'],
    ['Bo Ray', 'bo@x.test', '+7 912 555-01-43', '@bo_ray', 'https://linkedin.com/in/bo'],
  ];
  const formats = (['utf-8', 'windows-1251'] as const).flatMap((encoding) =>
    (['comma', 'semicolon', 'tab'] as const).flatMap((delimiter) =>
      (['program', 'spreadsheet', 'excel'] as const).map((reader) => ({ encoding, delimiter, reader })),
    ),
  );

  it.each(formats)('are read: $encoding, $delimiter, for a $reader', (format) => {
    const parsed = table(Buffer.concat([tableStart(format), tableRows(rows, format)]));
    expect(parsed).toMatchObject({ delimiter: format.delimiter, rows: 2, columns: ['ignore', 'email', 'phone', 'telegram', 'link'] });
    expect(rowsOf(parsed).map(([, cells]) => cells)).toEqual(rows.slice(1));
  });
});

describe('hostile files', () => {
  const megabytes = 10 * 1024 * 1024;
  it.each([
    ['three lines', `a\nb\n${'x'.repeat(megabytes)}`, 'line_long'],
    ['one line', 'x'.repeat(megabytes), undefined],
    ['quotation marks', `a\nb\n${'"'.repeat(megabytes)}`, 'line_long'],
    ['delimiters', `a\nb\n${','.repeat(megabytes)}`, 'too_many_columns'],
    ['lines of quotation marks', '"\n'.repeat(megabytes / 2), undefined],
    ['an open quotation mark', `a\nb\n"${'c\n'.repeat(megabytes / 2)}`, 'quote_open'],
    ['empty rows in quotation marks', '""\n'.repeat(megabytes / 3), undefined],
    ['short rows', 'a\n'.repeat(megabytes / 2), 'too_many_rows'],
  ])('reads 10 MB of %s cheaply', (_, text, reason) => {
    const parsed = table(text, { makesParts: false });
    expect(parsed.fault?.reason).toBe(reason);
    expect(parsed.rows).toBeLessThanOrEqual(500_000);
    expect(parsed.lines.flat().every((cell) => cell.length <= 255)).toBe(true);
  });
});
