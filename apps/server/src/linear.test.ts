import { describe, expect, it } from 'vitest';
import { type Reader, slowReadings } from '@headwater/domain/testing/require-linear';
import { readPlainQuery } from '@headwater/domain/plain-query/read-plain-query';
import { loadLexicon } from './modules/ai-search/lexicon/lexicon.ts';
import { signerOf } from './platform/crypto/signing.ts';
import { htmlToText } from './platform/extract/html.ts';
import { markdownToText } from './platform/extract/markdown.ts';
import { readText } from './platform/extract/read-text.ts';
import { readRtf } from './platform/extract/rtf.ts';
import { parseMail, unflow } from './platform/mail/parse.ts';
import { mailHtml, safeHtml } from './platform/mail/safe-html.ts';
import { textFromHtml } from './platform/mail/text-from-html.ts';
import { parseCsv } from './modules/enrichment/csv/parse-csv.ts';
import { readLines } from './modules/profiles/import/read-lines.ts';
import { guessColumns } from './modules/profiles/import/table/guess-columns.ts';
import { readDelimited } from './platform/tables/delimited.ts';
import { readVcards } from './platform/tables/vcard.ts';
import { trackHtml } from './modules/messaging/tracking/add-tracking.ts';

const signer = signerOf(Buffer.alloc(32, 7));
const tracked = { companyId: 1, messageId: 1, publicUrl: 'https://headwater.test', opens: true, clicks: true };
/** Limit of the contract for the body of a template or a message. */
const longestBody = 100_000;
/** Limit of the contract for an AI search request. */
const longestRequest = 2_000;

/**
 * Milliseconds for one message: `parseMail` reads a limited number of lines, which take 300 ms
 * here.
 */
const once = 1200;
const message = (begin: string) => ({ read: (text: string) => parseMail(Buffer.from(`${begin}${text}`)), once });

const chunkSize = 4096;
async function* chunksOf<Part>(whole: { length: number; slice(from: number, to: number): Part }): AsyncGenerator<Part> {
  for (let at = 0; at < whole.length; at += chunkSize) yield whole.slice(at, at + chunkSize);
}

async function linesOf(text: string): Promise<number> {
  let characters = 0;
  for await (const { text: line = '' } of readLines(chunksOf(Buffer.from(text)))) characters += line.length;
  return characters;
}

async function rowsOf(rows: AsyncIterable<readonly unknown[]>): Promise<number> {
  let count = 0;
  for await (const part of rows) count += part.length;
  return count;
}

const card = (begin: string, end = '') => ({
  read: (text: string) => rowsOf(readVcards(chunksOf(`BEGIN:VCARD\n${begin}${text}${end}\nEND:VCARD\n`))),
});

const readers: Reader[] = [
  { name: 'html as it is kept', read: safeHtml, most: longestBody },
  { name: 'html as it is sent', read: mailHtml, most: longestBody },
  { name: 'html with what is tracked', read: (html) => trackHtml(html, signer, tracked), most: longestBody },
  { name: 'the label of an encoding', ...message('Content-Type: text/plain; charset=') },
  { name: 'headers of a message', ...message('Subject: a\r\n') },
  { name: 'addresses of a message', ...message('To: ') },
  { name: 'flowed text of a message', read: unflow },
  { name: 'parts of a message', ...message('Content-Type: multipart/mixed; boundary=boundary\r\n\r\n--boundary\r\n') },
  { name: 'html of a message', ...message('Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n') },
  { name: 'the text of html that is sent', read: textFromHtml, most: longestBody },
  { name: 'a page', read: htmlToText },
  { name: 'a document in RTF', read: (text) => readRtf(Buffer.from(`{\\rtf1 ${text}`)) },
  { name: 'a field in RTF', read: (text) => readRtf(Buffer.from(`{\\rtf1{\\field{\\fldinst a ${text}`)) },
  { name: 'a text file', read: (text) => readText(Buffer.from(`Anna\n${text}`), '.txt').catch(() => undefined) },
  { name: 'a text in Markdown', read: (text) => markdownToText(`# Anna\n# Work\n${text}`) },
  { name: 'a file of lines', read: linesOf },
  ...['a@x.test,b\n', '"a', '"a",'].map((begin) => ({
    name: `a table that begins with ${begin}`,
    read: (text: string) => parseCsv({ bytes: Buffer.from(`${begin}${text}`), makesParts: true }),
  })),
  ...([',', '\t'] as const).flatMap((sign) =>
    ['', '"a', 'a,"b"\n"'].map((begin) => ({
      name: `a table of people that begins with ${begin} and is separated by ${sign === ',' ? 'commas' : 'tabs'}`,
      read: (text: string) => rowsOf(readDelimited(chunksOf(`${begin}${text}`), sign === ',' ? 'comma' : 'tab')),
    })),
  ),
  ...['', 'N:', 'N:a\\', 'CATEGORIES:', 'EMAIL;TYPE="', 'NOTE;ENCODING=QUOTED-PRINTABLE:', 'URL:'].map((begin) => ({
    name: `a card with ${begin || 'any line'}`,
    ...card(begin),
  })),
  { name: 'a card, a name that ends with a backslash', ...card('N:', '\\') },
  { name: 'a card with many categories', ...card('CATEGORIES:', ',a'.repeat(20_000)) },
  { name: 'a header of a table', read: (text) => guessColumns([text], [[text]]), most: 10_000 },
  { name: 'a request in plain words', read: async (text) => readPlainQuery(text, await loadLexicon()), most: longestRequest },
];

describe('reads repetitive hostile input in linear time', () => {
  // Measured in CPU time; a busy machine may need more wall time.
  it.each(readers)('$name', { timeout: 600_000 }, async (reader) => {
    expect((await slowReadings(reader)).join('\n')).toBe('');
  });
});
