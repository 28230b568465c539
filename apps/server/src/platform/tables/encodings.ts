import { isUtf8 } from 'node:buffer';
import { type TableEncoding } from '@headwater/domain/profiles/table-import';
import iconv from 'iconv-lite';

const sampleBytes = 64 * 1024;
const singleByte = ['windows-1251', 'koi8-r', 'cp866', 'windows-1252'] as const;

/** Share of high bytes of Latin and Cyrillic letters in UTF-16 at every other place. */
function highBytes(bytes: Uint8Array, from: number): number {
  let count = 0;
  for (let at = from; at < bytes.length; at += 2) if (bytes[at] === 0 || bytes[at] === 4) count += 1;
  return count / (bytes.length / 2);
}

/** Pairs of letters as words have them; signs and capitals within words speak against an encoding. */
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
      // Most Russian texts have runs of letters, most Latin ones single letters with accents.
      const isRun = before.charCodeAt(0) >= 0x80 && /\p{L}/u.test(before);
      score += isOther || isCapitalWithin ? -2 : isCyrillic === isRun ? 1 : 0;
      if (isCyrillic && /[оеаинтсрвлкмдпу]/.test(sign)) score += 1;
    } else score -= /[«»“”„’—–№•·°§©®€£\u00A0]/.test(sign) ? 0 : 2;
  }
  return score;
}

function guessSingleByte(bytes: Uint8Array): TableEncoding {
  const high = Buffer.from(bytes.subarray(0, sampleBytes));
  const scored = singleByte.map((encoding) => ({ encoding, score: plausibility(iconv.decode(high, encoding)) }));
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

/** Text of one byte a letter is almost never UTF-8 by chance. */
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
function decodeLines(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return linesOf(bytes)
    .map((line) => (isUtf8(line) ? Buffer.from(line).toString('utf8') : iconv.decode(Buffer.from(line), guessSingleByte(line))))
    .join('');
}

const longestCarried = 1024 * 1024;

async function* decodeUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let carried: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([carried, chunk]);
    const end = bytes.lastIndexOf(newline) + 1;
    // A line without an end is decoded up to a character.
    const cut = end > 0 ? end : bytes.length > longestCarried ? bytes.length - 3 : 0;
    carried = bytes.subarray(cut);
    if (cut > 0) yield decodeLines(bytes.subarray(0, cut));
  }
  yield decodeLines(carried);
}

export async function* decodeText(chunks: AsyncIterable<Uint8Array>, encoding: TableEncoding): AsyncGenerator<string> {
  if (encoding === 'utf-8') return yield* decodeUtf8(chunks);
  const decoder = iconv.getDecoder(encoding);
  for await (const chunk of chunks) yield decoder.write(Buffer.from(chunk));
  yield decoder.end() ?? '';
}
