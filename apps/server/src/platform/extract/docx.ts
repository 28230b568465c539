import { unzipSync } from 'fflate';
import mammoth from 'mammoth';
import { htmlToText } from './html.ts';
import type { ExtractedText } from './outcome.ts';

/** Unpacked parts beyond this are not read: a small file can unpack to gigabytes. */
const maxPartBytes = 30 * 1024 * 1024;

/** Words of headers, where templates like to put the contacts; the converter leaves headers out. */
function headersOf(bytes: Buffer): string {
  const parts = unzipSync(new Uint8Array(bytes), {
    filter: ({ name, originalSize }) => /^word\/header\d*\.xml$/.test(name) && originalSize < maxPartBytes,
  });
  const lines = Object.values(parts).flatMap((part) =>
    Buffer.from(part)
      .toString('utf8')
      .split(/<\/w:p>/)
      .map((paragraph) => paragraph.replace(/<w:(?:tab|br)\/>/g, ' ').replace(/<[^>]+>/g, '')),
  );
  return [...new Set(lines.map((line) => line.trim()).filter(Boolean))].join('\n');
}

function refuseBombs(bytes: Buffer): void {
  unzipSync(new Uint8Array(bytes), {
    filter({ originalSize }) {
      if (originalSize > 200 * 1024 * 1024) throw new Error('a part of the archive is too large');
      return false;
    },
  });
}

/** A row of cells of one paragraph each stays one line; one with more is read cell by cell. */
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

/** Text of a Word document with its tables row by row, and the targets of its links. */
export async function readDocx(bytes: Buffer): Promise<ExtractedText> {
  refuseBombs(bytes);
  const { value } = await mammoth.convertToHtml(
    { buffer: bytes },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), ignoreEmptyParagraphs: false },
  );
  // A paragraph is a line; lines stand apart where the writer left an empty one.
  // A tab parts texts as cells do; white space in markup would be one space.
  const body = htmlToText(joinSingleCells(value.replaceAll('<p>', '')).replaceAll('\t', '<td>'));
  const headers = headersOf(bytes)
    .split('\n')
    .filter((line) => line !== '' && !body.text.includes(line));
  return { text: [...headers, body.text].join('\n'), links: body.links };
}
