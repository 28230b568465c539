import { isUtf8 } from 'node:buffer';
import { type Delimiter, delimiterSigns, delimiters } from './delimiters.ts';

export type NoText = 'utf16' | 'binary';

/** UTF-16 has a byte-order mark, or a zero in every other byte of ASCII. Other text has no zero. */
export function encodingOf(bytes: Uint8Array): 'utf-8' | 'windows-1251' | NoText {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return 'utf16';
  if (bytes.includes(0)) {
    const sample = bytes.subarray(0, 4000);
    return sample.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0) > sample.length / 5 ? 'utf16' : 'binary';
  }
  return isUtf8(bytes) ? 'utf-8' : 'windows-1251';
}

const sampled = 64 * 1024;
const sampledLines = 50;

const none = (): Record<Delimiter, number> => ({ comma: 0, semicolon: 0, tab: 0, pipe: 0 });

function countDelimiters(text: string, among: readonly Delimiter[]): Record<Delimiter, number>[] {
  const lines = [none()];
  let isQuoted = false;
  for (const sign of text.slice(0, sampled)) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === '\n' || sign === '\r') {
      if (lines.length > sampledLines) break;
      lines.push(none());
    } else {
      const delimiter = among.find((one) => delimiterSigns[one] === sign);
      const line = lines.at(-1);
      if (delimiter && line) line[delimiter] += 1;
    }
  }
  return lines;
}

const namedDelimiter = /^\uFEFF?sep=([,;\t|])(?:\r\n|[\r\n]|$)/i;

/** Reads a first line "sep=;", which Excel uses to declare the delimiter. */
export function readDelimiterLine(text: string): { delimiter: Delimiter; text: string } | undefined {
  const [line, sign] = namedDelimiter.exec(text.slice(0, 8)) ?? [];
  const delimiter = delimiters.find((one) => delimiterSigns[one] === sign);
  return line === undefined || delimiter === undefined ? undefined : { delimiter, text: text.slice(line.length) };
}

/** Prefers the delimiter that occurs in most lines, then the one with the most even count. */
export function delimiterOf<One extends Delimiter>(text: string, among: readonly One[]): One | 'comma' {
  const lines = countDelimiters(text, among);
  const scored = among.map((delimiter) => {
    const counts = lines.map((line) => line[delimiter]).filter((count) => count > 0);
    const usual = counts.toSorted((left, right) => left - right)[Math.floor(counts.length / 2)] ?? 0;
    const even = counts.filter((count) => count === usual).length;
    return { delimiter, score: even * 1000 + Math.min(usual, 999) };
  });
  const [best] = scored.toSorted((left, right) => right.score - left.score);
  return best && best.score > 0 ? best.delimiter : 'comma';
}
