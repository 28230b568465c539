import { htmlToLines } from './html-lines.ts';
import { attributionLines, beginsHeaderBlock, beginsSignature, isSeparator } from './quote-marks.ts';

/**
 * What the author wrote: without quotes, without the header of what is answered, without the signature.
 * Answers written between quoted lines are kept in their order.
 * @returns an empty string where all of it is quoted
 */
export function ownText({ text, html }: { text: string; html: string }): string {
  return ownLines(text.trim() === '' ? htmlToLines(html) : linesOf(text));
}

const linesOf = (text: string): string[] =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u00a0\u200b\ufeff]/g, (char) => (char === '\u00a0' ? ' ' : ''))
    .split('\n');

const isQuoted = (line: string): boolean => /^\s{0,3}[>|＞]/.test(line);

function ownLines(lines: string[]): string {
  const kept: string[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] as string;
    const attribution = attributionLines(lines, at);
    if (attribution > 0) {
      const next = nextWritten(lines, at + attribution);
      // Below an attribution without marks everything is the quoted message.
      if (next === null || !isQuoted(lines[next] as string)) break;
      at += attribution;
    } else if (isQuoted(line)) {
      at += 1;
    } else if (endsHere(lines, at, kept)) {
      const below = quotedBelow(lines, at);
      // A signature between the answer and a marked quote: an answer may go on under that quote.
      if (below === null) break;
      at = below;
    } else {
      kept.push(line);
      at += 1;
    }
  }
  return tidy(kept);
}

/** A separator and a header block end the author's text; a signature does so once something was written. */
function endsHere(lines: string[], at: number, kept: string[]): boolean {
  const line = lines[at] as string;
  if (isSeparator(line) || beginsHeaderBlock(lines, at)) return true;
  return beginsSignature(line) && kept.some((one) => one.trim() !== '');
}

function nextWritten(lines: string[], from: number): number | null {
  const found = lines.findIndex((line, index) => index >= from && line.trim() !== '');
  return found < 0 ? null : found;
}

/** Only for signatures: where the first quoted line with an attribution is, if more than the quote follows it. */
function quotedBelow(lines: string[], at: number): number | null {
  if (!beginsSignature(lines[at] as string)) return null;
  const attribution = lines.findIndex((_line, index) => index > at && attributionLines(lines, index) > 0);
  if (attribution < 0 || lines.slice(at, attribution).some((_line, index) => beginsHeaderBlock(lines, at + index))) return null;
  return attribution;
}

const tidy = (lines: string[]): string =>
  lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    // A rule drawn above what was cut off.
    .replace(/\n\s*[-=_*]{4,}\s*$/, '')
    .trim();
