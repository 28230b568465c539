import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import type { Column, ExportTable, TableReader } from './columns.ts';
import { writeCsv } from './write-csv.ts';
import { writeXlsx } from './write-xlsx.ts';

interface Row {
  name: string | null;
  count: number | null;
  share: number | null;
  day: string | null;
  at: Date | null;
  wait: number | null;
}

const titles = { en: 'Title', ru: 'Заголовок' };
const title = (language: TableReader['language']) => titles[language];
const columns: Column<Row>[] = [
  { key: 'name', title, format: 'text', value: ({ name }) => name },
  { key: 'count', title, format: 'integer', value: ({ count }) => count },
  { key: 'share', title, format: 'percent', value: ({ share }) => share },
  { key: 'day', title, format: 'date', value: ({ day }) => day },
  { key: 'at', title, format: 'date-time', value: ({ at }) => at },
  { key: 'wait', title, format: 'duration', value: ({ wait }) => wait },
];
const full: Row = {
  name: 'Анна',
  count: -12_345,
  share: -0.1256,
  day: '2026-03-29',
  at: new Date('2026-03-29T01:30:00Z'),
  wait: 93_784,
};
const none: Row = { name: null, count: null, share: null, day: null, at: null, wait: null };

async function* batchesOf(batches: readonly Row[][]) {
  yield* batches;
}
const tableOf = (batches: readonly Row[][], reader: Partial<TableReader> = {}): ExportTable<Row> => ({
  columns,
  batches: batchesOf(batches),
  reader: { language: 'en', zone: 'Europe/Berlin', ...reader },
});

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

const csvOf = async (table: ExportTable<Row>) =>
  parse(await bytesOf(writeCsv(table, { encoding: 'utf-8', delimiter: 'comma', reader: 'spreadsheet' })), { bom: true }) as string[][];

const partsOf = async (table: ExportTable<Row>, sheet = 'Sheet') => {
  const files = unzipSync(await bytesOf(writeXlsx(table, { title: sheet })));
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]));
};

/** Cells of the sheet: text, or `style:number`. Throws if the XML is not well-formed. */
function cellsOf(xml: string): string[][] {
  const rows: string[][] = [];
  let style = '';
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'row') rows.push([]);
    if (name === 'c') {
      style = attributes['t'] === 'inlineStr' ? '' : `${attributes['s'] ?? ''}:`;
      rows.at(-1)?.push('');
    }
  });
  parser.on('text', (text) => rows.at(-1)?.splice(-1, 1, `${style}${text}`));
  parser.write(xml).close();
  return rows;
}
const sheetOf = async (table: ExportTable<Row>) => cellsOf((await partsOf(table))['xl/worksheets/sheet1.xml'] ?? '');

describe('a table as CSV', () => {
  it('writes numbers, shares, durations and the wall clock of the named zone', async () => {
    expect(await csvOf(tableOf([[full], [none]]))).toEqual([
      ['Title', 'Title', 'Title', 'Title', 'Title (Europe/Berlin)', 'Title'],
      ['Анна', '-12345', '-12.6%', '2026-03-29', '2026-03-29 03:30:00', '26:03:04'],
      ['', '', '', '', '', ''],
    ]);
    const [head, row] = await csvOf(tableOf([[full]], { language: 'ru', zone: 'Asia/Kolkata' }));
    expect(head?.[4]).toBe('Заголовок (Asia/Kolkata)');
    expect(row?.slice(2)).toEqual(['-12,6%', '2026-03-29', '2026-03-29 07:00:00', '26:03:04']);
  });

  it('[EXP-010] guards text against formulas', async () => {
    const [, row] = await csvOf(tableOf([[{ ...none, name: '=1+1' }]]));
    expect(row?.[0]).toBe("'=1+1");
  });
});

describe('a table as XLSX', () => {
  it('writes typed cells with styles, and the wall clock of the named zone', async () => {
    const [head, row, empty] = await sheetOf(tableOf([[full], [none]]));
    expect(head).toEqual(['Title', 'Title', 'Title', 'Title', 'Title (Europe/Berlin)', 'Title']);
    expect(row?.slice(0, 4)).toEqual(['Анна', '1:-12345', '2:-0.1256', '3:46110']);
    // 03:30 on day 46110; 26:03:04 as days.
    expect(Number(row?.[4]?.slice(2))).toBeCloseTo(46_110 + 3.5 / 24, 9);
    expect(Number(row?.[5]?.slice(2))).toBeCloseTo(93_784 / 86_400, 9);
    expect(empty).toEqual(['', '', '', '', '', '']);
  });

  it('names a style for each cell, and all parts of the package', async () => {
    const parts = await partsOf(tableOf([[full]]), 'Calls: [2026]/*? of a company with a long name');
    expect(Object.keys(parts).toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    for (const xml of Object.values(parts)) new SaxesParser().write(xml).close();
    const styles = parts['xl/styles.xml'] ?? '';
    const count = Number(/<cellXfs count="(\d+)"/.exec(styles)?.[1]);
    expect(styles.match(/<xf [^>]*xfId/g)).toHaveLength(count);
    const used = [...(parts['xl/worksheets/sheet1.xml'] ?? '').matchAll(/ s="(\d+)"/g)].map(([, style]) => Number(style));
    expect(Math.max(...used)).toBeLessThan(count);
    const name = /<sheet name="([^"]*)"/.exec(parts['xl/workbook.xml'] ?? '')?.[1] ?? '';
    expect(name.length).toBeLessThanOrEqual(31);
    expect(name).toMatch(/^Calls 2026 of a company/);
  });

  it('[EXP-010] keeps text as text: formulas, markup, line breaks, control characters and escapes of Excel', async () => {
    const written = ['=1+1', '-1', '<b>&amp;"x"</b>', 'a\r\nb', '\u0000a\u0007\uFFFF\uD800b', '_x0041_', 'x'.repeat(40_000)];
    const rows = await sheetOf(tableOf([written.map((name) => ({ ...none, name }))]));
    expect(rows.slice(1).map(([cell]) => cell)).toEqual([
      '=1+1',
      '-1',
      '<b>&amp;"x"</b>',
      'a b',
      'ab',
      '_x005F_x0041_',
      'x'.repeat(32_767),
    ]);
  });

  it('rejects more rows than a sheet holds', async () => {
    const huge = Array.from({ length: 1_048_576 }, () => none);
    await expect(bytesOf(writeXlsx(tableOf([huge]), { title: 'Sheet' }))).rejects.toThrow(RangeError);
  });
});
