import type { TableEncoding } from '../profiles/table-import.ts';

/** Names of the WHATWG encoding standard. */
const labels: Partial<Record<TableEncoding, string>> = { cp866: 'ibm866' };

const decoders = new Map<TableEncoding, InstanceType<typeof TextDecoder>>();

function decode(bytes: Uint8Array, encoding: TableEncoding): string {
  const decoder = decoders.get(encoding) ?? new TextDecoder(labels[encoding] ?? encoding);
  decoders.set(encoding, decoder);
  return decoder.decode(bytes);
}

const strict = new TextDecoder('utf-8', { fatal: true });

function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const sampleBytes = 64 * 1024;
const singleByte = ['windows-1251', 'koi8-r', 'cp866', 'windows-1252'] as const;

/** Share of high bytes of Latin and Cyrillic characters in UTF-16 at every other place. */
function highBytes(bytes: Uint8Array, from: number): number {
  let count = 0;
  for (let at = from; at < bytes.length; at += 2) if (bytes[at] === 0 || bytes[at] === 4) count += 1;
  return count / (bytes.length / 2);
}

/** Counts character pairs that are common in words; symbols and capitals within words lower the score. */
function plausibility(text: string): number {
  let score = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign.charCodeAt(0) < 0x80) continue;
    const before = text[at - 1] ?? ' ';
    if (/\p{L}/u.test(sign)) {
      const isCyrillic = /\p{Script=Cyrillic}/u.test(sign);
      const isOther = /\p{L}/u.test(before) && /\p{Script=Cyrillic}/u.test(before) !== isCyrillic;
      const isCapitalWithin = sign !== sign.toLowerCase() && /\p{Ll}/u.test(before);
      // Russian text has runs of non-ASCII characters, Latin text mostly single accented ones.
      const isRun = before.charCodeAt(0) >= 0x80 && /\p{L}/u.test(before);
      score += isOther || isCapitalWithin ? -2 : isCyrillic === isRun ? 1 : 0;
      if (isCyrillic && /[оеаинтсрвлкмдпу]/.test(sign)) score += 1;
    } else score -= /[«»“”„’—–№•·°§©®€£\u00A0]/.test(sign) ? 0 : 2;
  }
  return score;
}

function guessSingleByte(bytes: Uint8Array): TableEncoding {
  const high = bytes.subarray(0, sampleBytes);
  const scored = singleByte.map((encoding) => ({ encoding, score: plausibility(decode(high, encoding)) }));
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).encoding;
}

/** A sample may end within a character. */
const isUtf8Start = (bytes: Uint8Array) => [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, Math.max(0, bytes.length - cut))));

const newline = 10;

function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let from = 0; from < bytes.length;) {
    const at = bytes.indexOf(newline, from);
    const end = at < 0 ? bytes.length : at + 1;
    lines.push(bytes.subarray(from, end));
    from = end;
  }
  return lines;
}

/** Text in a single-byte encoding is almost never valid UTF-8. */
const hasUtf8Line = (bytes: Uint8Array) =>
  linesOf(bytes).some((line) => isUtf8(line) && line.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0) >= 4);

/** 'binary': the bytes are no text. */
export function guessEncoding(bytes: Uint8Array): TableEncoding | 'binary' {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (bytes.includes(0)) {
    const [even, odd] = [highBytes(bytes, 0), highBytes(bytes, 1)];
    if (odd > 0.7 && even < 0.2) return 'utf-16le';
    return even > 0.7 && odd < 0.2 ? 'utf-16be' : 'binary';
  }
  return isUtf8Start(bytes) || hasUtf8Line(bytes) ? 'utf-8' : guessSingleByte(bytes);
}

/** A line that is not UTF-8 has an encoding of its own: some tables are pasted together. */
export const decodeLines = (bytes: Uint8Array): string =>
  linesOf(bytes)
    .map((line) => decode(line, isUtf8(line) ? 'utf-8' : guessSingleByte(line)))
    .join('');

/** Undefined for bytes that are no text. Without a byte order mark. */
export function readTableText(bytes: Uint8Array): string | undefined {
  const encoding = guessEncoding(bytes.subarray(0, sampleBytes));
  if (encoding === 'binary') return undefined;
  return (encoding === 'utf-8' ? decodeLines(bytes) : decode(bytes, encoding)).replace(/^\uFEFF/, '');
}
