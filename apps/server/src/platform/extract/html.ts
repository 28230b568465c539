import { decodeEntities } from '@headwater/domain/mail/entities';
import type { ExtractedText } from './outcome.ts';

const block = /^\/?(?:p|div|tr|table|ul|ol|h[1-6]|section|article|header|footer|dl|dt|dd|blockquote|pre|form|main|aside|nav)$/;

/** Words of a page of HTML as lines, cells of a row apart by tabs where they are short, and the targets of its links. */
export function htmlToText(html: string): ExtractedText {
  const links: string[] = [];
  const bare = html.replace(/<!--[\s\S]*?-->|<(script|style|head|title)\b[\s\S]*?<\/\1>/gi, '');
  // White space between tags says nothing; inside text it is one space.
  const text = bare.replace(/\s+/g, ' ').replace(/<(\/?[a-z][a-z0-9]*)([^>]*)>/gi, (_, tag: string, attributes: string) => {
    const name = tag.toLowerCase();
    if (name === 'a') {
      const target = /href\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes);
      if (target) links.push(decodeEntities(target[1] ?? target[2] ?? ''));
      return '';
    }
    if (name === 'br') return '\n';
    if (name === 'li') return '\n• ';
    if (name === 'td' || name === 'th') return '\t';
    return block.test(name) ? '\n' : '';
  });
  const lines = decodeEntities(text)
    .split('\n')
    .map((line) => line.replace(/^ +| +$/g, ''));
  return { text: lines.filter((line, index) => line.trim() !== '' || (lines[index - 1] ?? '').trim() !== '').join('\n'), links };
}
