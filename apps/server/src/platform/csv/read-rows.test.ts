import { parse } from 'csv-parse/sync';
import { array, constantFrom, sample } from 'fast-check';
import { expect, it } from 'vitest';
import { readRows } from './read-rows.ts';

function rowsOf(text: string): string[][] | 'fault' {
  const rows: string[][] = [];
  const fault = readRows(text, { delimiter: 'comma', maxColumns: 100, onRow: (_line, cells) => void rows.push(cells) });
  return fault ? 'fault' : rows;
}

/**
 * Result of csv-parse; undefined if it rejects a quotation mark within a plain cell, which we
 * accept.
 */
function referenceOf(text: string): string[][] | 'fault' | undefined {
  try {
    const rows = parse(text, { relax_column_count: true, skip_empty_lines: true, record_delimiter: ['\r\n', '\n', '\r'] });
    return rows.filter((row) => row.some((cell) => cell.trim() !== ''));
  } catch (error) {
    return (error as { code?: string }).code === 'INVALID_OPENING_QUOTE' ? undefined : 'fault';
  }
}

const signs = ['a', 'b', ',', '"', '""', '\n', '\r\n', '\r', ' ', '"x"', ',"', '",', 'я'] as const;

it('reads rows like csv-parse', () => {
  const texts = sample(array(constantFrom(...signs), { maxLength: 16 }), 20_000).map((pieces) => pieces.join(''));
  const compared = texts.flatMap((text) => {
    const expected = referenceOf(text);
    return expected === undefined ? [] : [{ text, rows: rowsOf(text), expected }];
  });
  expect(compared.length).toBeGreaterThan(5000);
  expect(compared.filter(({ rows, expected }) => JSON.stringify(rows) !== JSON.stringify(expected))).toEqual([]);
});
