import iconv from 'iconv-lite';
import type { FontPiece } from './icon-signs.ts';
import { ExtractError } from './outcome.ts';

/** A one-byte Russian font that claims to be Western: "Èâàíîâ" is "Иванов". */
const asCyrillicBytes = (text: string) => iconv.decode(iconv.encode(text, 'windows-1252'), 'windows-1251');

const otherGlyphs: Readonly<Record<number, string>> = {
  32: ' ',
  135: '•',
  141: '«',
  142: '»',
  143: '…',
  177: '–',
  178: '—',
  179: '“',
  180: '”',
  182: '’',
  556: 'Ё',
  634: 'ё',
  665: '№',
  2: ' ',
  1: ' ',
  0: ' ',
};

/** Glyph numbers of Arial and similar fonts: ASCII begins at 3, Cyrillic follows WGL4. */
const asOfficeGlyphs = (source: string) =>
  source
    // The glyphs of brackets have the codes of white space, which PDF.js turned into spaces.
    .replace(/ ([^ ]{1,60}) /g, '\u000B$1\u000C')
    .replace(/./gsu, (sign) => {
      const glyph = sign.codePointAt(0) ?? 0;
      const other = otherGlyphs[glyph];
      if (other !== undefined) return other;
      if (glyph >= 3 && glyph <= 97) return String.fromCodePoint(glyph + 29);
      return glyph >= 570 && glyph <= 633 ? String.fromCodePoint(glyph + 470) : '\uFFFD';
    });

const readings: readonly ((text: string) => string)[] = [(text) => text, asCyrillicBytes, asOfficeGlyphs];

const frequent = { latin: /[etaoinsrhl]/g, cyrillic: /[оеаинтсрвл]/g };
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

const judged = 20_000;

/**
 * 0 to 1 by character frequency and capitals within words. Returns 1 for unknown alphabets and
 * short texts.
 */
export function legibility(source: string): number {
  const text = source.slice(0, judged).normalize('NFD').replace(/\p{M}/gu, '');
  const signs = count(text, /\S/gu);
  const strange = count(text, /[\p{Cc}\uFFFD\u0180-\u036F¡-¿×÷]/gu) - count(text, /[\n\r\t«»§°·]/g);
  const letterCount = count(text, /\p{L}/gu);
  const cyrillic = count(text, /[А-Яа-яЁё]/g);
  const latin = count(text, /[A-Za-z]/g);
  const foreign = count(text, /[\u00C0-\u00FFÆØÞßæðøþ]/g);
  if (signs === 0) return 1;
  if (letterCount - cyrillic - latin - foreign > letterCount * 0.5 && strange < signs * 0.2) return 1;
  const small = text.toLowerCase();
  const usual = Math.max(count(small, frequent.latin), count(small, frequent.cyrillic)) / Math.max(1, cyrillic, latin);
  const inner = count(text, /\p{Ll}\p{Lu}/gu) / Math.max(1, letterCount);
  const within = count(text, /\p{L}[^\p{L}\s'’.@/&(),:;_+\d-]\p{L}/gu) / Math.max(1, letterCount);
  return (
    Math.max(0, Math.min(1, (usual - 0.25) / 0.25)) *
    Math.max(0, 1 - (4 * strange) / signs) *
    Math.max(0, 1 - 4 * inner) *
    Math.max(0, 1 - 6 * within)
  );
}

const legible = 0.5;
const enough = 40;

/** Decodes only what looks unmapped: non-ASCII characters are correct in most files. */
function readingOf(text: string): ((text: string) => string) | undefined {
  const plain = count(text, /[\p{Cc}\u00A1-\u02AF]/gu) - count(text, /[\n\t]/g);
  if (plain < text.length * 0.15 && legibility(text) >= legible) return readings[0];
  const scored = readings.map((read) => ({ read, score: legibility(read(text.slice(0, judged))) }));
  const [best] = scored.toSorted((one, other) => other.score - one.score);
  return best && best.score >= legible ? best.read : undefined;
}

/**
 * Drops fonts that no reading makes legible. @throws ExtractError 'unreadable' if most of the text
 * is unreadable
 */
export function withReadableText(pages: readonly FontPiece[][]): FontPiece[][] {
  const texts = new Map<string, string[]>();
  for (const { font, text } of pages.flat()) {
    const parts = texts.get(font);
    if (parts) parts.push(text);
    else texts.set(font, [text]);
  }
  const fonts = new Map([...texts].map(([font, parts]) => [font, parts.join('\n')]));
  const long = [...fonts].filter(([, text]) => text.length >= enough).toSorted(([, one], [, other]) => other.length - one.length);
  const read = new Map(long.map(([font, text]) => [font, readingOf(text)]));
  const all = long.reduce((sum, [, text]) => sum + text.length, 0);
  const lost = long.filter(([font]) => read.get(font) === undefined).reduce((sum, [, text]) => sum + text.length, 0);
  if (lost > all * 0.5) throw new ExtractError('unreadable');
  // Short text in its own font uses the reading of the most common font.
  const [most] = long;
  const common = most ? read.get(most[0]) : readings[0];
  return pages.map((pieces) =>
    pieces.flatMap((piece) => {
      const reading = read.has(piece.font) ? read.get(piece.font) : common;
      return reading ? [{ ...piece, text: reading(piece.text) }] : [];
    }),
  );
}
