import type { Column, CompanyTable } from '../store/catalog.ts';

export type Row = Record<string, unknown>;

const isText = (value: unknown) => typeof value === 'string';
const isWhole = (value: unknown) => Number.isSafeInteger(value);
const isMoment = (value: unknown) => isText(value) && /^-?\d{1,6}-\d\d-\d\d/.test(value as string);
const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  int2: (value) => isWhole(value) && Math.abs(value as number) < 2 ** 15,
  int4: (value) => isWhole(value) && Math.abs(value as number) < 2 ** 31,
  int8: isWhole,
  float8: (value) => typeof value === 'number',
  bool: (value) => typeof value === 'boolean',
  text: isText,
  uuid: (value) => isText(value) && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(value as string),
  date: isMoment,
  time: (value) => isText(value) && /^\d\d:\d\d/.test(value as string),
  timestamptz: isMoment,
  bytea: (value) => isText(value) && /^\\x(?:[\da-f]{2})*$/.test(value as string),
  jsonb: () => true,
};

function isValue({ type, isArray, isNullable }: Column, value: unknown): boolean {
  if (value === null) return isNullable;
  const check = checks[type] ?? (() => false);
  return isArray ? Array.isArray(value) && value.every(check) : check(value);
}

/** Returns the row of a line, or a fault as the end of a sentence. */
export function readRow({ columns }: CompanyTable, line: string): Row | string {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    return 'is not JSON';
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return 'is no object';
  const names = new Set(columns.map(({ name }) => name));
  const unknown = Object.keys(row).find((name) => !names.has(name));
  if (unknown !== undefined) return `has the unknown field "${unknown.slice(0, 60)}"`;
  const missing = columns.find(({ name }) => !Object.hasOwn(row, name));
  if (missing) return `lacks the field "${missing.name}"`;
  const wrong = columns.find((column) => !isValue(column, (row as Row)[column.name]));
  if (wrong) return `has no valid value in the field "${wrong.name}"`;
  return row as Row;
}
