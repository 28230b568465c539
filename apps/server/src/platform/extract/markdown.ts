import type { ExtractedText } from './outcome.ts';

const headings = /^#{1,6}[ \t]+\S/gm;
const fewest = 2;

/** Headings tell: no other text has lines that begin like that twice. */
export const isMarkdown = (text: string): boolean => (text.match(headings)?.length ?? 0) >= fewest;

const longest = 500;
/** Marks around words; what they mark is bounded, so that none of them is looked for through a whole text. */
const stress = new RegExp(`(\\*\\*|__|~~|\`)(?=\\S)([^\\n*_~\`]{1,${longest}})(?<=\\S)\\1`, 'g');
const slant = new RegExp(`(?<![\\w*_\\\\])([*_])(?=\\S)([^\\n*_]{1,${longest}})(?<=\\S)\\1(?![\\w*_])`, 'g');
const linked = new RegExp(`!?\\[([^\\]\\[\\n]{0,${longest}})\\]\\(<?([^()<>\\s]{1,${longest}})>?(?:\\s+"[^"\\n]{0,${longest}}")?\\)`, 'g');
const bareLink = new RegExp(`<((?:https?://|mailto:)[^<>\\s]{1,${longest}})>`, 'g');

function plainLine(line: string): string {
  if (line === '') return line;
  const bare = line
    .replace(/^ {0,3}#{1,6}[ \t]+/, '')
    // From the first blank of a run alone: a line of nothing but blanks is looked through once.
    .replace(/(?<![ \t])[ \t]+#{1,6}[ \t]*$/, '')
    .replace(/^ {0,3}>[ \t]?/, '')
    .replace(/^( *)[*+][ \t]+/, '$1- ');
  return bare
    .replace(stress, '$2')
    .replace(slant, '$2')
    .replace(/\\([\\`*_{}[\]()#+.!>~|-])/g, '$1');
}

/** Text that is written as Markdown, without its marks. A heading stands by itself, as on a page. */
export function markdownToText(source: string): ExtractedText {
  const links: string[] = [];
  const note = (url: string) => {
    if (/^https?:\/\//i.test(url)) links.push(url);
  };
  const text = source
    .replace(linked, (_, words: string, url: string) => {
      note(url);
      return words;
    })
    .replace(bareLink, (_, url: string) => {
      note(url);
      return url.replace(/^mailto:/, '');
    })
    .split(/\r?\n/)
    // Rules between parts, and the row of a table that tells its columns apart.
    .filter(
      (line) =>
        line === '' ||
        (!/^ {0,3}(?:[-*_][ \t]*){3,}$/.test(line.slice(0, longest)) &&
          !/^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+[ \t:-]*$/.test(line.slice(0, longest))),
    )
    .map(plainLine)
    .join('\n');
  return { text, links };
}
