import { SaxesParser } from 'saxes';
import { textPartsOf } from './document-parts.ts';
import { type ExtractedText, ExtractError } from './outcome.ts';

const isRead = (name: string) => name === 'content.xml' || name === 'META-INF/manifest.xml';

export function documentContent(bytes: Buffer): string {
  const parts = textPartsOf(bytes, isRead);
  const manifest = Buffer.from(parts['META-INF/manifest.xml'] ?? []).toString('utf8');
  if (manifest.includes('encryption-data')) throw new ExtractError('encrypted');
  const content = parts['content.xml'];
  if (!content) throw new ExtractError('broken');
  return Buffer.from(content).toString('utf8');
}

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
  // A list item and its paragraph both start a line; joins the bullet with its text.
  return { text: text.replace(/• \n/g, '• '), links };
}
