import { fileTypeFromBuffer } from 'file-type';
import { readDoc } from './doc.ts';
import { readDocx } from './docx.ts';
import { readOds } from './ods.ts';
import { readOdt } from './odt.ts';
import { type ExtractedText, ExtractError } from './outcome.ts';
import { readPdf } from './pdf.ts';
import { readCsv, readPlain } from './plain.ts';
import { readRtf } from './rtf.ts';

type Reader = (bytes: Buffer) => ExtractedText | Promise<ExtractedText>;

const readers: Record<string, Reader> = {
  'application/pdf': readPdf,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': readDocx,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.template': readDocx,
  'application/vnd.ms-word.document.macroenabled.12': readDocx,
  'application/x-cfb': readDoc,
  'application/rtf': readRtf,
  'text/rtf': readRtf,
  'application/vnd.oasis.opendocument.text': readOdt,
  'application/vnd.oasis.opendocument.spreadsheet': readOds,
};

/** Formats with a signature: without it the file is damaged. */
const promised = new Set(['.pdf', '.doc', '.docx', '.odt', '.ods']);

const maxLines = 20_000;

/** Detects the type from content. Throws ExtractError, or any error for a broken file. */
export async function readText(bytes: Buffer, extension: string): Promise<ExtractedText> {
  if (bytes.length === 0) throw new ExtractError('empty');
  // Some programs write blanks or a byte-order mark before the signature of a PDF or RTF.
  const signature = /%PDF-|\{\\rtf/.exec(bytes.subarray(0, 1024).toString('latin1'))?.[0];
  const detected = await fileTypeFromBuffer(bytes);
  const type = signature === '%PDF-' ? 'application/pdf' : signature ? 'application/rtf' : detected?.mime;
  const read = type === undefined ? undefined : readers[type];
  if (type !== undefined && !read) throw new ExtractError(type === 'application/zip' && promised.has(extension) ? 'broken' : 'unsupported');
  if (!read && promised.has(extension) && !looksLikeMarkup(bytes)) throw new ExtractError('broken');
  const { text, links, rows } = await (read ?? plainReader(extension))(bytes);
  return { text: tidy(text), links: [...new Set(links)].slice(0, 500), ...(rows ? { rows } : {}) };
}

const plainReader = (extension: string) => (extension === '.csv' ? readCsv : readPlain);

const looksLikeMarkup = (bytes: Buffer) =>
  /^\s*(?:<!doctype html|<html|<\?xml|mime-version:)/i.test(bytes.subarray(0, 512).toString('latin1'));

function tidy(text: string): string {
  return (
    text
      .normalize('NFC')
      .replace(/\r\n?|\u2028|\u2029|\f|\v/g, '\n')
      .replace(/[\u00AD\u200B-\u200F\u2060\uFEFF]|(?![\n\t])\p{Cc}/gu, '')
      // Icon fonts use the private use areas.
      .replace(/\p{Co}/gu, ' ')
      .replace(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, ' ')
      .split('\n')
      .slice(0, maxLines)
      .map((line) =>
        // Matches the whole run: a pattern for a tab within it would be quadratic.
        line.replace(/[ \t]+/g, (run) => (run.length > 3 || run.includes('\t') ? '\t' : ' ')).trim(),
      )
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  );
}
