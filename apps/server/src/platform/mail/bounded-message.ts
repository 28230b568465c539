/**
 * The parser takes some 10 µs per line, so short lines are limited. Lines of attachments have 76
 * characters and no limit.
 */
export const mostLines = 32_000;
const shortLine = 60;

/** The parser treats each of these lines as a part. Normal mail has fewer. */
export const mostBoundaries = 1_000;

const bytesOf = (raw: Uint8Array) => Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);

function upToShortLines(raw: Uint8Array): Uint8Array {
  const bytes = bytesOf(raw);
  let count = 0;
  let from = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
    if (end - from < shortLine) count += 1;
    from = end + 1;
    if (count >= mostLines) return raw.subarray(0, from);
  }
  return raw;
}

function upTo(raw: Uint8Array, mark: string, most: number): Uint8Array {
  const bytes = bytesOf(raw);
  let at = bytes.indexOf(mark);
  for (let count = 1; at >= 0 && count < most; count += 1) at = bytes.indexOf(mark, at + 1);
  return at < 0 ? raw : raw.subarray(0, at + 1);
}

const addressFields = new Set(['from', 'sender', 'to', 'cc', 'bcc', 'reply-to', 'delivered-to', 'return-path']);
const longestList = 16 * 1024;
const longestLists = 64 * 1024;

interface Field {
  name: string;
  hasName: boolean;
  left: number;
}

function truncateLine(line: string, field: Field, left: number): string {
  if (!field.hasName) {
    const colon = line.indexOf(':');
    field.name += line.slice(0, Math.min(colon < 0 ? line.length : colon, 100));
    field.hasName = colon >= 0;
  }
  if (!field.hasName || !addressFields.has(field.name.trim().toLowerCase())) return line;
  const part = line.slice(0, Math.min(field.left, left));
  field.left -= part.length;
  return part;
}

/** The parser reads nested groups of addresses up to fifty times, so lists are truncated. */
function withShortLists(raw: Uint8Array): Uint8Array {
  const text = bytesOf(raw).toString('latin1');
  const head: string[] = [];
  let field: Field = { name: '', hasName: false, left: longestList };
  let left = longestLists;
  let isCut = false;
  let at = 0;
  while (at < text.length) {
    const newline = text.indexOf('\n', at);
    const next = newline < 0 ? text.length : newline + 1;
    const line = text.slice(at, next);
    if (line.trimEnd() === '' && /^[\r\n]*$/.test(line)) break;
    if (!/^[ \t]/.test(line)) field = { name: '', hasName: false, left: longestList };
    const room = field.left;
    const part = truncateLine(line, field, left);
    left -= room - field.left;
    isCut ||= part.length < line.length;
    if (part !== '') head.push(part.length < line.length ? `${part}\r\n` : part);
    at = next;
  }
  return isCut ? Buffer.concat([Buffer.from(head.join(''), 'latin1'), raw.subarray(at)]) : raw;
}

export const boundedMessage = (raw: Uint8Array): Uint8Array => withShortLists(upTo(upToShortLines(raw), '\n--', mostBoundaries));
