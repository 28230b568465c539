import iconv from 'iconv-lite';
import type { FontPiece } from './icon-signs.ts';
import { ExtractError } from './outcome.ts';

/** Codes of a one-byte Russian font that claims to be Western, or whose glyphs have no names: "Èâàíîâ" is "Иванов". */
const asCyrillicBytes = (text: string) => iconv.decode(iconv.encode(text, 'windows-1252'), 'windows-1251');

/** Signs that stand elsewhere than ASCII and the alphabet among the glyphs of the usual office fonts. */
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

/** Glyph numbers of Arial, Times New Roman and their like in place of letters: ASCII begins at 3, Cyrillic follows the order of WGL4. */
const asOfficeGlyphs = (source: string) =>
  source
    // The glyphs of brackets have the numbers of white space, of which the reader of PDF has made spaces.
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
 * How much a text reads as words, 0 to 1: letters of one alphabet in the frequency that languages have them, few signs that no writing has,
 * no capitals amid small letters. 1 for alphabets that this knows nothing of, and where there is too little to tell.
 */
export function legibility(source: string): number {
  const text = source.slice(0, judged).normalize('NFD').replace(/\p{M}/gu, '');
  const signs = count(text, /\S/gu);
  const strange = count(text, /[\p{Cc}\uFFFD\u0180-\u036F¡-¿×÷]/gu) - count(text, /[\n\r\t«»§°·]/g);
  const letters = count(text, /\p{L}/gu);
  const cyrillic = count(text, /[А-Яа-яЁё]/g);
  const latin = count(text, /[A-Za-z]/g);
  const foreign = count(text, /[\u00C0-\u00FFÆØÞßæðøþ]/g);
  if (signs === 0) return 1;
  if (letters - cyrillic - latin - foreign > letters * 0.5 && strange < signs * 0.2) return 1;
  const small = text.toLowerCase();
  const usual = Math.max(count(small, frequent.latin), count(small, frequent.cyrillic)) / Math.max(1, cyrillic, latin);
  const inner = count(text, /\p{Ll}\p{Lu}/gu) / Math.max(1, letters);
  const within = count(text, /\p{L}[^\p{L}\s'’.@/&(),:;_+\d-]\p{L}/gu) / Math.max(1, letters);
  return (
    Math.max(0, Math.min(1, (usual - 0.25) / 0.25)) *
    Math.max(0, 1 - (4 * strange) / signs) *
    Math.max(0, 1 - 4 * inner) *
    Math.max(0, 1 - 6 * within)
  );
}

const legible = 0.5;
/** With fewer letters in a font, what languages do tells nothing. */
const enough = 40;

/** Only codes that a font without a map shows are read anew: real letters outside of ASCII are right in most files. */
function readingOf(text: string): ((text: string) => string) | undefined {
  const plain = count(text, /[\p{Cc}\u00A1-\u02AF]/gu) - count(text, /[\n\t]/g);
  if (plain < text.length * 0.15 && legibility(text) >= legible) return readings[0];
  const scored = readings.map((read) => ({ read, score: legibility(read(text.slice(0, judged))) }));
  const [best] = scored.toSorted((one, other) => other.score - one.score);
  return best && best.score >= legible ? best.read : undefined;
}

/**
 * Reads the text of fonts that have no map to Unicode, each in the way that makes words of it, and leaves out what stays unreadable.
 * @throws ExtractError 'unreadable' where that is most of the text
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
  // A little text in a font of its own is read as the font of most of the text is.
  const [most] = long;
  const common = most ? read.get(most[0]) : readings[0];
  return pages.map((pieces) =>
    pieces.flatMap((piece) => {
      const reading = read.has(piece.font) ? read.get(piece.font) : common;
      return reading ? [{ ...piece, text: reading(piece.text) }] : [];
    }),
  );
}
