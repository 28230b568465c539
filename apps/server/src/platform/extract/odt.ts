import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { type ExtractedText, ExtractError } from './outcome.ts';

const maxContentBytes = 60 * 1024 * 1024;

function partsOf(bytes: Buffer): Record<string, Uint8Array> {
  return unzipSync(new Uint8Array(bytes), {
    filter({ name, originalSize }) {
      if (originalSize > maxContentBytes) throw new Error('a part of the archive is too large');
      return name === 'content.xml' || name === 'META-INF/manifest.xml';
    },
  });
}

/** What an OpenDocument file says, as XML. */
export function documentContent(bytes: Buffer): string {
  const parts = partsOf(bytes);
  const manifest = Buffer.from(parts['META-INF/manifest.xml'] ?? []).toString('utf8');
  if (manifest.includes('encryption-data')) throw new ExtractError('encrypted');
  const content = parts['content.xml'];
  if (!content) throw new ExtractError('broken');
  return Buffer.from(content).toString('utf8');
}

/** Text of an OpenDocument text: paragraphs as lines, cells of a row apart by tabs, and the targets of its links. */
export function readOdt(bytes: Buffer): ExtractedText {
  let text = '';
  const links: string[] = [];
  let silent = 0;
  const parser = new SaxesParser();
  const opened: Record<string, (attributes: Record<string, string>) => void> = {
    'text:tab': () => (text += '\t'),
    'text:line-break': () => (text += '\n'),
    'text:s': (attributes) => (text += ' '.repeat(Math.min(20, Number(attributes['text:c'] ?? 1) || 1))),
    'text:list-item': () => (text += '\n• '),
    'text:a': (attributes) => links.push(attributes['xlink:href'] ?? ''),
    'table:table-cell': () => (text += '\t'),
    'text:note': () => (silent += 1),
    'text:tracked-changes': () => (silent += 1),
  };
  parser.on('opentag', ({ name, attributes }) => opened[name]?.(attributes as Record<string, string>));
  parser.on('closetag', ({ name }) => {
    if (name === 'text:p' || name === 'text:h' || name === 'table:table-row') text += '\n';
    if (name === 'text:note' || name === 'text:tracked-changes') silent -= 1;
  });
  parser.on('text', (piece) => {
    if (silent === 0) text += piece.replace(/\s+/g, ' ');
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(documentContent(bytes)).close();
  // A list item opens a line of its own, then its paragraph begins: the bullet and the words belong together.
  return { text: text.replace(/• \n/g, '• '), links };
}
