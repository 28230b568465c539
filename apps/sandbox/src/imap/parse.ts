export type ImapNode = { kind: 'atom' | 'string'; value: string } | { kind: 'list'; items: ImapNode[] };

export type ImapCommand = { tag: string; name: string; args: ImapNode[] };

export type Scan = { state: 'command'; text: string; used: number } | { state: 'literal'; at: number } | { state: 'short' };

const LITERAL = /\{(\d+)(\+?)\}$/;

export function scanCommand(buffer: Buffer): Scan {
  let from = 0;
  for (;;) {
    const newline = buffer.indexOf('\r\n', from);
    if (newline < 0) return { state: 'short' };
    const literal = LITERAL.exec(buffer.toString('latin1', from, newline));
    if (!literal) return { state: 'command', text: buffer.toString('latin1', 0, newline), used: newline + 2 };
    const end = newline + 2 + Number(literal[1]);
    if (buffer.length < end) return literal[2] === '' ? { state: 'literal', at: newline } : { state: 'short' };
    from = end;
  }
}

export function parseCommand(text: string): ImapCommand {
  const reader = { text, at: 0 };
  const words = readNodes(reader, false);
  const [tag, name] = words;
  if (tag?.kind !== 'atom' || name?.kind !== 'atom') throw new Error('Tag and command expected');
  const isUid = name.value.toUpperCase() === 'UID';
  const second = words[2];
  if (isUid && second?.kind === 'atom') {
    return { tag: tag.value, name: `UID ${second.value.toUpperCase()}`, args: words.slice(3) };
  }
  return { tag: tag.value, name: name.value.toUpperCase(), args: words.slice(2) };
}

type Reader = { text: string; at: number };

function readNodes(reader: Reader, nested: boolean): ImapNode[] {
  const nodes: ImapNode[] = [];
  for (;;) {
    while (reader.text[reader.at] === ' ') reader.at += 1;
    const char = reader.text[reader.at];
    if (char === undefined) {
      if (nested) throw new Error('Closing bracket expected');
      return nodes;
    }
    if (char === ')') {
      if (!nested) throw new Error('Unexpected closing bracket');
      reader.at += 1;
      return nodes;
    }
    nodes.push(readNode(reader, char));
  }
}

function readNode(reader: Reader, char: string): ImapNode {
  if (char === '(') {
    reader.at += 1;
    return { kind: 'list', items: readNodes(reader, true) };
  }
  if (char === '"') return readQuoted(reader);
  if (char === '{') return readLiteral(reader);
  return readAtom(reader);
}

function readQuoted(reader: Reader): ImapNode {
  const found = /"((?:[^"\\]|\\.)*)"/y;
  found.lastIndex = reader.at;
  const match = found.exec(reader.text);
  if (!match) throw new Error('Closing quote expected');
  reader.at = found.lastIndex;
  return { kind: 'string', value: (match[1] ?? '').replaceAll(/\\(.)/g, '$1') };
}

function readLiteral(reader: Reader): ImapNode {
  const head = /\{(\d+)\+?\}\r\n/y;
  head.lastIndex = reader.at;
  const match = head.exec(reader.text);
  if (!match) throw new Error('Literal expected');
  const start = head.lastIndex;
  reader.at = start + Number(match[1]);
  return { kind: 'string', value: reader.text.slice(start, reader.at) };
}

/** `BODY[HEADER.FIELDS (A B)]<0.10>` is one atom, including its spaces and parentheses. */
function readAtom(reader: Reader): ImapNode {
  const atom = /(?:\[[^\]]*\]|[^ ()"[\]])+/y;
  atom.lastIndex = reader.at;
  const match = atom.exec(reader.text);
  if (!match) throw new Error('Word expected');
  reader.at = atom.lastIndex;
  return { kind: 'atom', value: match[0] };
}

export const wordOf = (node: ImapNode | undefined): string => (node && node.kind !== 'list' ? node.value : '');

/** Whether a set such as `1:4,9,12:*` contains the number; `last` is the value of `*`. */
export function inSet(set: string, number: number, last: number): boolean {
  return set.split(',').some((range) => {
    const [from, to] = range.split(':').map((end) => (end === '*' ? last : Number(end)));
    if (from === undefined) return false;
    const until = to ?? from;
    return number >= Math.min(from, until) && number <= Math.max(from, until);
  });
}
