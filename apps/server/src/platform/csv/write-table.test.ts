import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { type Delimiter, delimiterSigns } from './delimiters.ts';
import { type TableFormat, tableRows, tableStart } from './write-table.ts';

const textOf = (rows: readonly string[][], format: TableFormat) => new TextDecoder(format.encoding).decode(tableRows(rows, format));
const hostile = [
  '=1+1',
  '+7 900',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '\uFF1D1',
  '\uFF0B1',
  '\uFF0D1',
  '\uFF201',
  "=cmd|' /C calc'!A0",
];
/** Texts that become separate cells if a reader uses another delimiter. */
const split = (sign: string) => [
  `Ann${sign}=HYPERLINK("http://x.test")`,
  `Анна${sign}+7`,
  `${sign}@SUM(A1)${sign}-1`,
  `a${sign}"=1+1${sign}b`,
  'Ann\n=1+1',
  'Ann\r+7',
];
const withoutMarks = (text: string) => text.replaceAll("'", '');
const isFormula = (cell: string) => /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell);

it.each(['comma', 'semicolon', 'tab'] as const)('[EXP-010] no spreadsheet cell begins like a formula: %s', (delimiter) => {
  for (const reader of ['guarded', 'spreadsheet', 'excel'] as const) {
    const text = textOf([hostile], { encoding: 'utf-8', delimiter, reader });
    const [cells = []] = parse(text, { delimiter: delimiterSigns[delimiter] }) as string[][];
    expect(cells.map(withoutMarks)).toEqual(hostile.map(withoutMarks));
    expect(cells.filter((cell) => !cell.startsWith("'"))).toEqual([]);
  }
});

const names = ['comma', 'semicolon', 'tab', 'pipe'] as const satisfies Delimiter[];
const pairs = names.flatMap((own) => names.filter((other) => other !== own).map((other) => [own, other] as const));

it.each(pairs)('[EXP-010] no formula begins in a file delimited by %s if a spreadsheet splits at %s', (delimiter, other) => {
  const sign = delimiterSigns[other];
  for (const encoding of ['utf-8', 'windows-1251'] as const) {
    const text = textOf([split(sign)], { encoding, delimiter, reader: 'spreadsheet' });
    // Excel treats a quotation mark within a cell as literal. Leading quotation marks do not
    // prevent a formula.
    const parts = text.split(new RegExp(`[${sign}\\r\\n]`)).map((part) => part.replace(/^"+/, ''));
    expect(parts.filter(isFormula)).toEqual([]);
  }
});

it('[EXP-010] programs get raw values, and ordinary words stay unchanged', () => {
  const plain = ['Ann, Beth; Carl', 'a-b', 'x = 1', 'C++', 'me@acme.test', '1; -2', 'Анна-Мария'];
  const csv = { encoding: 'utf-8', delimiter: 'comma' } as const;
  expect(parse(textOf([plain], { ...csv, reader: 'spreadsheet' }))).toEqual([plain]);
  expect(parse(textOf([hostile], { ...csv, reader: 'program' }))).toEqual([hostile]);
  for (const reader of ['program', 'guarded'] as const) expect(tableStart({ ...csv, reader })).toHaveLength(0);
});
