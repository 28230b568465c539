import { headerBlock, type MailStore, type StoredMessage } from '../mail/store.ts';
import { inSet, wordOf, type ImapNode } from './parse.ts';

type Matcher = (message: StoredMessage, sequence: number) => boolean | Promise<boolean>;
type Context = { store: MailStore; messages: StoredMessage[] };
type Reader = { nodes: ImapNode[]; at: number };

export async function searchFolder(context: Context, criteria: ImapNode[]): Promise<{ sequence: number; uid: number }[]> {
  const reader = { nodes: criteria, at: 0 };
  const matchers: Matcher[] = [];
  while (reader.at < criteria.length) matchers.push(readKey(context, reader));
  const found: { sequence: number; uid: number }[] = [];
  for (const [index, message] of context.messages.entries()) {
    if (await matchesAll(matchers, message, index + 1)) found.push({ sequence: index + 1, uid: message.uid });
  }
  return found;
}

async function matchesAll(matchers: Matcher[], message: StoredMessage, sequence: number): Promise<boolean> {
  for (const matches of matchers) {
    if (!(await matches(message, sequence))) return false;
  }
  return true;
}

const day = (iso: string): number => Math.floor(Date.parse(iso) / 86_400_000);

const FLAG_KEYS: Record<string, { flag: string; set: boolean }> = {
  SEEN: { flag: '\\Seen', set: true },
  UNSEEN: { flag: '\\Seen', set: false },
  ANSWERED: { flag: '\\Answered', set: true },
  UNANSWERED: { flag: '\\Answered', set: false },
  FLAGGED: { flag: '\\Flagged', set: true },
  UNFLAGGED: { flag: '\\Flagged', set: false },
  DELETED: { flag: '\\Deleted', set: true },
  UNDELETED: { flag: '\\Deleted', set: false },
};

function readKey(context: Context, reader: Reader): Matcher {
  const node = reader.nodes[reader.at++];
  if (node?.kind === 'list') {
    const inner = { nodes: node.items, at: 0 };
    const matchers: Matcher[] = [];
    while (inner.at < node.items.length) matchers.push(readKey(context, inner));
    return (message, sequence) => matchesAll(matchers, message, sequence);
  }
  const name = wordOf(node).toUpperCase();
  const next = (): string => wordOf(reader.nodes[reader.at++]);
  const flag = FLAG_KEYS[name];
  if (flag) return (message) => message.flags.includes(flag.flag) === flag.set;
  if (/^[\d*]/.test(name)) return (_message, sequence) => inSet(name, sequence, context.messages.length);
  if (name === 'NOT' || name === 'OR') return readLogic(context, reader, name);
  return readPlainKey(context, name, next);
}

function readLogic(context: Context, reader: Reader, name: string): Matcher {
  const first = readKey(context, reader);
  if (name === 'NOT') return async (message, sequence) => !(await first(message, sequence));
  const second = readKey(context, reader);
  return async (message, sequence) => (await first(message, sequence)) || (await second(message, sequence));
}

function readPlainKey(context: Context, name: string, next: () => string): Matcher {
  if (name === 'ALL') return () => true;
  if (name === 'UID') {
    const set = next();
    return (message) => inSet(set, message.uid, (context.messages.at(-1)?.uid ?? 0) || 1);
  }
  if (name === 'SINCE' || name === 'BEFORE' || name === 'ON') {
    const since = day(`${next()} UTC`);
    return ({ at }) => (name === 'SINCE' ? day(at) >= since : name === 'BEFORE' ? day(at) < since : day(at) === since);
  }
  if (name === 'HEADER') return headerMatcher(context, next(), next());
  if (name === 'FROM' || name === 'TO' || name === 'SUBJECT' || name === 'CC') return headerMatcher(context, name, next());
  throw new Error(`Search by ${name} is not spoken here`);
}

function headerMatcher(context: Context, header: string, value: string): Matcher {
  const lowered = value.toLowerCase();
  if (header.toLowerCase() === 'message-id') return ({ messageId }) => (messageId ?? '').toLowerCase().includes(lowered);
  return async (message) => {
    const lines = headerBlock(await context.store.raw(message)).replaceAll(/\r\n[ \t]+/g, ' ');
    return lines
      .split('\r\n')
      .some((line) => line.toLowerCase().startsWith(`${header.toLowerCase()}:`) && line.toLowerCase().includes(lowered));
  };
}
