import chardet from 'chardet';
import iconv from 'iconv-lite';
import { htmlToText } from './html.ts';
import { isMarkdown, markdownToText } from './markdown.ts';
import { type ExtractedText, ExtractError } from './outcome.ts';
import { linesOfRows, readDelimited } from './table.ts';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Every other byte of Latin or Cyrillic UTF-16 text is 0 or 4. */
function unmarkedUtf16(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, 2000);
  const share = (offset: number) => {
    let high = 0;
    for (let at = offset; at < sample.length; at += 2) if (sample[at] === 0 || sample[at] === 4) high += 1;
    return high / (sample.length / 2);
  };
  if (sample.length < 8) return undefined;
  if (share(1) > 0.85 && share(0) < 0.5) return 'utf-16le';
  return share(0) > 0.85 && share(1) < 0.5 ? 'utf-16be' : undefined;
}

/** In a wrong encoding, Russian text has capitals within words. */
function bestCyrillic(bytes: Buffer): string | undefined {
  const tried = ['windows-1251', 'koi8-r', 'cp866'].map((encoding) => {
    const text = iconv.decode(bytes, encoding);
    const small = text.match(/[а-яё]/g)?.length ?? 0;
    const large = text.match(/[А-ЯЁ]/g)?.length ?? 0;
    const frequent = text.match(/[оеаинтсрвл]/g)?.length ?? 0;
    return { encoding, score: small + frequent - large, letters: small + large };
  });
  const [best] = tried.toSorted((left, right) => right.score - left.score);
  const high = bytes.reduce((sum, byte) => sum + (byte > 127 ? 1 : 0), 0);
  // Western words mix accented and ASCII characters; Russian words do not.
  const amidLatin = bytes.toString('latin1').match(/[a-z][\u0080-\u00FF]|[\u0080-\u00FF][a-z]/gi)?.length ?? 0;
  if (amidLatin > high * 0.4) return undefined;
  return best && best.letters > high * 0.7 && best.score > 0 ? best.encoding : undefined;
}

export function decodeText(bytes: Buffer): string {
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
  const wide = mark ?? unmarkedUtf16(bytes);
  if (wide) return iconv.decode(bytes, wide);
  if (bytes.subarray(0, 8000).includes(0)) throw new ExtractError('unsupported');
  try {
    return strictUtf8.decode(bytes);
  } catch {
    const encoding = bestCyrillic(bytes) ?? chardet.detect(bytes.subarray(0, 100_000)) ?? 'windows-1252';
    return iconv.decode(bytes, iconv.encodingExists(encoding) ? encoding : 'windows-1252');
  }
}

export function readCsv(bytes: Buffer): ExtractedText {
  const { text, links } = readPlain(bytes);
  const rows = readDelimited(text);
  return { text: linesOfRows(rows), links, rows };
}

export function readPlain(bytes: Buffer): ExtractedText {
  const text = decodeText(bytes);
  const controls = text.slice(0, 20_000).match(/(?![\n\r\t\f\v])[\p{Cc}\uFFFD]/gu)?.length ?? 0;
  if (controls > Math.min(text.length, 20_000) * 0.02) throw new ExtractError('unsupported');
  if (/^\s*(?:<!doctype html|<html)/i.test(text)) return htmlToText(text);
  return isMarkdown(text) ? markdownToText(text) : { text, links: [] };
}
