import { tableBounds } from '@headwater/domain/profiles/table-import';
import type { FileRow, FileRows } from './file-row.ts';

/** RFC 6350 (4.0), RFC 2426 (3.0) and 2.1. A card becomes a row with these columns. */
export const vcardColumns = [
  'FN',
  'N.family',
  'N.given',
  'N.middle',
  'EMAIL',
  'TEL',
  'IMPP.telegram',
  'URL',
  'TITLE',
  'ORG',
  'ADR.city',
  'ADR.country',
  'LANG',
  'BDAY',
  'NOTE',
  'CATEGORIES',
  'UID',
] as const;
type Column = (typeof vcardColumns)[number];

interface Property {
  name: string;
  parameters: string;
  value: string;
}

const decodeQuotedPrintable = (text: string): string =>
  Buffer.from(text.replaceAll(/=([0-9A-Fa-f]{2})/g, (_, code: string) => `\\x${code}`).replaceAll(/=$/gm, ''), 'utf8')
    .toString('utf8')
    .replaceAll(/(?:\\x[0-9A-Fa-f]{2})+/g, (run) => Buffer.from(run.replaceAll('\\x', ''), 'hex').toString('utf8'));

const unescape = (text: string): string => text.replaceAll(/\\(n|N|[\\;,:])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));

/** Splits at signs without a backslash before them. */
function split(text: string, sign: ';' | ','): string[] {
  const parts = [''];
  for (const [token] of text.matchAll(/\\.?|[;,]|[^\\;,]+/gs)) {
    if (token === sign) parts.push('');
    else parts.push((parts.pop() ?? '') + token);
  }
  return parts.map((part) => unescape(part).trim());
}

function readProperty(line: string): Property | undefined {
  // A parameter in quotation marks may contain a colon.
  const found = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:[^":]|"[^"]*")*)?):(.*)$/s.exec(line);
  if (!found) return undefined;
  const [, name = '', parameters = '', raw = ''] = found;
  const value = /quoted-printable/i.test(parameters) ? decodeQuotedPrintable(raw) : raw;
  return { name: name.toUpperCase(), parameters, value };
}

const telegramForm = /(?:^|\W)(?:telegram:|tg:|t\.me\/|telegram\.me\/)\/*@?([\w+]+)/i;

/** `add` puts values of one column together. */
function takeProperty({ name, parameters, value }: Property, add: (column: Column, value: string | undefined) => void): void {
  const plain = unescape(value).trim();
  if (name === 'FN' || name === 'TITLE' || name === 'NOTE' || name === 'UID') add(name, plain);
  else if (name === 'BDAY') add(name, plain.replace(/^(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3'));
  else if (name === 'N') {
    const [family, given, middle] = split(value, ';');
    add('N.family', family);
    add('N.given', given);
    add('N.middle', middle);
  } else if (name === 'EMAIL') add(name, plain.replace(/^mailto:/i, ''));
  else if (name === 'TEL') add(name, plain.replace(/^tel:/i, '').replace(/;ext=.*$/i, ''));
  else if (name === 'ORG') add(name, split(value, ';')[0]);
  else if (name === 'ADR') {
    const parts = split(value, ';');
    add('ADR.city', parts[3]);
    add('ADR.country', parts[6]);
  } else if (name === 'CATEGORIES') split(value, ',').forEach((tag) => add(name, tag));
  else if (name === 'LANG') add(name, plain);
  else if (name === 'URL' || name === 'IMPP' || name === 'X-SOCIALPROFILE' || name === 'X-TELEGRAM') {
    const isTelegram = name === 'X-TELEGRAM' || /telegram/i.test(parameters);
    const account = telegramForm.exec(plain)?.[1] ?? (isTelegram ? plain.replace(/^x-apple:/i, '') : undefined);
    if (account) add('IMPP.telegram', account.replace(/^@?/, '@'));
    else if (name !== 'IMPP') add('URL', plain);
  }
}

const mostValues = 1000;

function rowOfCard(lines: readonly string[]): string[] {
  const values = new Map<Column, Set<string>>();
  for (const line of lines) {
    const property = readProperty(line);
    if (property)
      takeProperty(property, (column, value) => {
        if (!value) return;
        const known = values.get(column) ?? new Set();
        if (known.size < mostValues) values.set(column, known.add(value));
      });
  }
  return vcardColumns.map((column) => [...(values.get(column) ?? [])].join(column === 'NOTE' ? '\n' : '; ').slice(0, tableBounds.cell));
}

/** Pictures make long lines; these are cut. */
const longestLine = 64 * 1024;
const mostLines = 2000;

/** Lines with their numbers; a line that begins with a blank continues the one before. */
async function* unfold(pieces: AsyncIterable<string>): AsyncGenerator<[number, string]> {
  let carried = '';
  let line: string | undefined;
  let [number, start] = [0, 1];
  async function* lines(): AsyncGenerator<string> {
    for await (const piece of pieces) {
      const parts = (carried + piece).split(/\r\n|[\r\n](?!$)|\n/);
      carried = (parts.pop() ?? '').slice(0, longestLine);
      yield* parts;
    }
    yield carried;
  }
  for await (const text of lines()) {
    number += 1;
    const isSoft = line !== undefined && line.endsWith('=') && /quoted-printable/i.test(line.slice(0, 200));
    if (line !== undefined && (isSoft || /^[ \t]/.test(text))) {
      if (line.length < longestLine) line = isSoft ? line.slice(0, -1) + text : line + text.slice(1);
    } else {
      if (line !== undefined) yield [start, line];
      line = text;
      start = number;
    }
  }
  if (line !== undefined) yield [start, line];
}

export async function* readVcards(pieces: AsyncIterable<string>): FileRows {
  yield [[1, [...vcardColumns]]];
  let card: string[] | undefined;
  let [start, depth] = [0, 0];
  let rows: FileRow[] = [];
  for await (const [number, line] of unfold(pieces)) {
    if (/^begin:vcard\s*$/i.test(line.trim())) {
      depth += 1;
      if (depth > 1) continue;
      card = [];
      start = number;
    } else if (/^end:vcard\s*$/i.test(line.trim())) {
      depth = Math.max(0, depth - 1);
      if (depth > 0 || !card) continue;
      rows.push([start, rowOfCard(card)]);
      card = undefined;
      if (rows.length >= 100) {
        yield rows;
        rows = [];
      }
    } else if (card && depth === 1 && card.length < mostLines) card.push(line);
  }
  // The file ends within a card.
  if (card && card.length > 0) rows.push([start, rowOfCard(card)]);
  yield rows;
}
