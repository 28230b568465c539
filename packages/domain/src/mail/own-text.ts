import { htmlToLines } from './html-lines.ts';
import { attributionLines, beginsHeaderBlock, beginsSignature, headerField, isSeparator } from './quote-marks.ts';

const MAX_CHARACTERS = 128 * 1024;

/** The author's text without quotes, quoted headers and signature; '' if all is quoted. */
export function ownText({ text, html }: { text: string; html: string }): string {
  const written = text.slice(0, MAX_CHARACTERS);
  return ownLines(written.trim() === '' ? htmlToLines(html) : linesOf(written));
}

const linesOf = (text: string): string[] =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u00a0\u200b\ufeff]/g, (char) => (char === '\u00a0' ? ' ' : ''))
    .split('\n');

const isQuoted = (line: string): boolean => /^\s{0,3}[>|＞]/.test(line);

type Read = { lines: string[]; fields: (string | null)[] };

function ownLines(lines: string[]): string {
  const read: Read = { lines, fields: lines.map(headerField) };
  const ownLines: string[] = [];
  let hasWritten = false;
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] as string;
    const attribution = attributionLines(lines, at);
    if (attribution > 0) {
      const next = nextWritten(lines, at + attribution);
      if (next === null || !isQuoted(lines[next] as string)) break;
      at += attribution;
    } else if (isQuoted(line)) {
      at += 1 + wrappedLines(lines, at);
    } else if (endsHere(read, at, hasWritten)) {
      const below = quotedBelow(read, at);
      // An answer may continue below the quote.
      if (below === null) break;
      at = below;
    } else {
      ownLines.push(line);
      hasWritten ||= line.trim() !== '';
      at += 1;
    }
  }
  return tidy(ownLines);
}

/** Mail programs wrap quoted lines near this width without marking the rest. */
const WRAPPED_FROM = 60;
const MOST_WRAPPED = 2;

/** Counts short lines between quoted lines that continue a sentence; an answer starts a new one. */
function wrappedLines(lines: readonly string[], at: number): number {
  const quoted = lines[at] as string;
  if (quoted.length < WRAPPED_FROM || /[.!?:;…»"”]\s*$/.test(quoted)) return 0;
  let count = 0;
  while (count <= MOST_WRAPPED) {
    const line = lines[at + 1 + count];
    if (line === undefined || line.trim() === '') return 0;
    if (isQuoted(line)) return count;
    if (!/^[\p{Ll}\d(,.–—-]/u.test(line) || line.length > WRAPPED_FROM) return 0;
    count += 1;
  }
  return 0;
}

function endsHere({ lines, fields }: Read, at: number, hasWritten: boolean): boolean {
  const line = lines[at] as string;
  if (isSeparator(line) || beginsHeaderBlock(fields, at)) return true;
  return hasWritten && beginsSignature(line);
}

function nextWritten(lines: string[], from: number): number | null {
  for (let at = from; at < lines.length; at += 1) if (lines[at]?.trim() !== '') return at;
  return null;
}

/** Line of the first attributed quote below a signature, if more than the quote follows. */
function quotedBelow({ lines, fields }: Read, at: number): number | null {
  if (!beginsSignature(lines[at] as string)) return null;
  for (let below = at + 1; below < lines.length; below += 1) {
    if (attributionLines(lines, below) > 0) return below;
    if (beginsHeaderBlock(fields, below)) return null;
  }
  return null;
}

const tidy = (lines: string[]): string =>
  lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/\n\s*[-=_*]{4,}\s*$/, '')
    .trim();
