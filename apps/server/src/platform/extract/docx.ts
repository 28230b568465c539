import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import { textPartsOf } from './document-parts.ts';
import { htmlToText } from './html.ts';
import type { ExtractedText } from './outcome.ts';

/** Other elements hold values such as the position of a drawing. */
const textOrBlank = /<w:t(?:\s[^>]*)?>([^<]*)<\/w:t>|<w:(?:tab|br)\/>/g;

/** Templates often put contacts in headers, which the converter omits. */
function headersOf(parts: Readonly<Record<string, Uint8Array>>): string {
  const headers = Object.entries(parts).filter(([name]) => /^word\/header\d*\.xml$/.test(name));
  const lines = headers.flatMap(([, part]) =>
    Buffer.from(part)
      .toString('utf8')
      .split(/<\/w:p>/)
      .map((paragraph) => [...paragraph.matchAll(textOrBlank)].map(([, text = ' ']) => text).join('')),
  );
  return [...new Set(lines.map((line) => line.trim()).filter(Boolean))].join('\n');
}

function joinSingleCells(html: string): string {
  return html
    .split('</tr>')
    .map((row) => {
      const from = row.lastIndexOf('<tr>');
      const cells = from < 0 ? [] : row.slice(from).split('</td>').slice(0, -1);
      const isPlain = cells.length > 1 && cells.every((cell) => cell.split('</p>').length <= 2 && !/<(?:li|br)/.test(cell));
      return isPlain ? row.slice(0, from) + row.slice(from).replaceAll('</p>', '') : row;
    })
    .join('</tr>');
}

export async function readDocx(bytes: Buffer): Promise<ExtractedText> {
  const parts = textPartsOf(bytes);
  // The converter unpacks the whole archive, so it gets the bounded parts.
  const buffer = Buffer.from(zipSync(parts, { level: 0 }));
  const { value } = await mammoth.convertToHtml(
    { buffer },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), ignoreEmptyParagraphs: false },
  );
  // A paragraph becomes a line. A tab becomes a cell, because HTML collapses white space.
  const body = htmlToText(joinSingleCells(value.replaceAll('<p>', '')).replaceAll('\t', '<td>'));
  const headers = headersOf(parts)
    .split('\n')
    .filter((line) => line !== '' && !body.text.includes(line));
  return { text: [...headers, body.text].join('\n'), links: body.links };
}
