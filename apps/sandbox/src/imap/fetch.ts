import type { MailStore, StoredMessage } from '../mail/store.ts';
import { wordOf, type ImapNode } from './parse.ts';

export type Fetched = { message: StoredMessage; sequence: number };

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const two = (number: number): string => String(number).padStart(2, '0');

/** `17-Jul-2026 02:44:25 +0000` */
export function internalDate(iso: string): string {
  const at = new Date(iso);
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');
  return `${two(at.getUTCDate())}-${MONTHS[at.getUTCMonth()]}-${at.getUTCFullYear()} ${time} +0000`;
}

export function fetchItems(node: ImapNode | undefined, byUid: boolean): string[] {
  const words = node?.kind === 'list' ? node.items.map(wordOf) : [wordOf(node)];
  const items = words.flatMap((word) =>
    ['FAST', 'ALL', 'FULL'].includes(word.toUpperCase()) ? ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE'] : [word.toUpperCase()],
  );
  return byUid && !items.includes('UID') ? ['UID', ...items] : items;
}

/** Reading a body sets \Seen, except with BODY.PEEK. */
export const marksSeen = (items: string[]): boolean => items.some((item) => /^(?:BODY\[|RFC822$|RFC822\.TEXT$)/.test(item));

export const readsBody = (items: string[]): boolean =>
  items.some((item) => /^(?:BODY(?:\.PEEK)?\[|RFC822(?:\.HEADER|\.TEXT)?$)/.test(item));

export async function fetchLine(store: MailStore, { message, sequence }: Fetched, items: string[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  let raw: Buffer | null = null;
  for (const item of items) {
    const plain = plainItem(message, item);
    if (plain !== null) parts.push(Buffer.from(plain));
    else {
      raw ??= await store.raw(message);
      parts.push(bodyItem(raw, item));
    }
  }
  const joined = parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(' '), part]));
  return Buffer.concat([Buffer.from(`* ${sequence} FETCH (`), ...joined, Buffer.from(')\r\n')]);
}

function plainItem(message: StoredMessage, item: string): string | null {
  if (item === 'UID') return `UID ${message.uid}`;
  if (item === 'FLAGS') return `FLAGS (${message.flags.join(' ')})`;
  if (item === 'INTERNALDATE') return `INTERNALDATE "${internalDate(message.at)}"`;
  if (item === 'RFC822.SIZE') return `RFC822.SIZE ${message.size}`;
  return null;
}

const SECTION = /^(?:BODY(?:\.PEEK)?\[([^\]]*)\]|(RFC822(?:\.HEADER|\.TEXT)?))(?:<(\d+)(?:\.(\d+))?>)?$/;

function bodyItem(raw: Buffer, item: string): Buffer {
  const match = SECTION.exec(item);
  if (!match) throw new Error(`Fetching ${item} is not spoken here`);
  const [, section = '', whole, offset, length] = match;
  let body = sectionOf(raw, whole === undefined ? section : whole.replace(/^RFC822\.?/, ''));
  const from = Number(offset ?? 0);
  if (offset !== undefined) body = body.subarray(from, length === undefined ? undefined : from + Number(length));
  const label = whole ?? `BODY[${section}]${offset === undefined ? '' : `<${from}>`}`;
  return Buffer.concat([Buffer.from(`${label} {${body.length}}\r\n`), body]);
}

function sectionOf(raw: Buffer, section: string): Buffer {
  if (section === '') return raw;
  const blank = raw.indexOf('\r\n\r\n');
  const split = blank < 0 ? raw.length : blank + 4;
  if (section === 'HEADER') return raw.subarray(0, split);
  if (section === 'TEXT') return raw.subarray(split);
  const fields = /^HEADER\.FIELDS(\.NOT)? \(([^)]*)\)$/.exec(section);
  if (!fields) throw new Error(`Section ${section} is not spoken here`);
  const names = (fields[2] ?? '').split(' ').map((name) => name.replaceAll('"', ''));
  const lines = raw
    .subarray(0, split)
    .toString('latin1')
    .split(/\r\n(?![ \t])/);
  const selected = lines.filter((line) => line !== '' && names.includes((line.split(':')[0] ?? '').toUpperCase()) === !fields[1]);
  return Buffer.from([...selected, '', ''].join('\r\n'), 'latin1');
}
