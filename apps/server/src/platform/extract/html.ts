import { decodeEntities } from '@headwater/domain/mail/entities';
import { replaceTags, withoutComments, withoutSilentElements } from '@headwater/domain/mail/tags';
import type { ExtractedText } from './outcome.ts';

const block = /^\/?(?:p|div|tr|table|ul|ol|h[1-6]|section|article|header|footer|dl|dt|dd|blockquote|pre|form|main|aside|nav)$/;

const element = /^<(\/?)([a-z][a-z0-9]*)([^]*)>$/i;
const maxAttributes = 4_000;

/** Keeps tabs, which separate cells. A regular expression for trailing spaces is quadratic. */
function withoutOuterSpaces(line: string): string {
  let [from, to] = [0, line.length];
  while (from < to && line[from] === ' ') from += 1;
  while (to > from && line[to - 1] === ' ') to -= 1;
  return line.slice(from, to);
}

const part = /^(?:a|span|time)$/;
/** End and start of an inline element, and a title. Noncharacters cannot occur in text. */
const [partEnds, partBegins, title] = ['\uFDD0', '\uFDD1', '\uFDD2'];

const partCells = (line: string) =>
  line.replaceAll(`${partEnds} ${partBegins}`, line.includes(title) ? ' ' : '\t').replaceAll(/[\uFDD0-\uFDD2]/g, '');

/** Blocks become lines, short table cells are separated by tabs. */
export function htmlToText(html: string): ExtractedText {
  const links: string[] = [];
  const bare = withoutSilentElements(withoutComments(html));
  const text = replaceTags(bare.replace(/[\s\uFDD0-\uFDD2]+/g, ' '), (tag) => {
    const [, slash = '', word = '', attributes = ''] = element.exec(tag) ?? [];
    const name = `${slash}${word}`.toLowerCase();
    if (name === 'a') {
      const target = /href\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes.slice(0, maxAttributes));
      if (target) links.push(decodeEntities(target[1] ?? target[2] ?? ''));
    }
    if (part.test(word)) return slash ? partEnds : partBegins;
    if (name === 'h1') return `\n${title}`;
    if (name === 'br') return '\n';
    if (name === 'li') return '\n• ';
    if (name === 'td' || name === 'th') return '\t';
    return block.test(name) ? '\n' : '';
  });
  const lines = decodeEntities(text).split('\n').map(partCells).map(withoutOuterSpaces);
  return { text: lines.filter((line, index) => line.trim() !== '' || (lines[index - 1] ?? '').trim() !== '').join('\n'), links };
}
