import type { ExtractedText } from './outcome.ts';

const headings = /^#{1,6}[ \t]+\S/gm;
const fewest = 2;

/** Headings identify Markdown: other text has no two lines with that start. */
export const isMarkdown = (text: string): boolean => (text.match(headings)?.length ?? 0) >= fewest;

const longest = 500;
/** Emphasis. The length is bounded to keep matching linear. */
const stress = new RegExp(`(\\*\\*|__|~~|\`)(?=\\S)([^\\n*_~\`]{1,${longest}})(?<=\\S)\\1`, 'g');
const slant = new RegExp(`(?<![\\w*_\\\\])([*_])(?=\\S)([^\\n*_]{1,${longest}})(?<=\\S)\\1(?![\\w*_])`, 'g');
const linked = new RegExp(`!?\\[([^\\]\\[\\n]{0,${longest}})\\]\\(<?([^()<>\\s]{1,${longest}})>?(?:\\s+"[^"\\n]{0,${longest}}")?\\)`, 'g');
const bareLink = new RegExp(`<((?:https?://|mailto:)[^<>\\s]{1,${longest}})>`, 'g');

function plainLine(line: string): string {
  if (line === '') return line;
  const bare = line
    .replace(/^ {0,3}#{1,6}[ \t]+/, '')
    // Starts at the first blank of a run, so that a line of blanks is scanned once.
    .replace(/(?<![ \t])[ \t]+#{1,6}[ \t]*$/, '')
    .replace(/^ {0,3}>[ \t]?/, '')
    .replace(/^( *)[*+][ \t]+/, '$1- ');
  return bare
    .replace(stress, '$2')
    .replace(slant, '$2')
    .replace(/\\([\\`*_{}[\]()#+.!>~|-])/g, '$1');
}

export function markdownToText(source: string): ExtractedText {
  const links: string[] = [];
  const addLink = (url: string) => {
    if (/^https?:\/\//i.test(url)) links.push(url);
  };
  const text = source
    .replace(linked, (_, words: string, url: string) => {
      addLink(url);
      return words;
    })
    .replace(bareLink, (_, url: string) => {
      addLink(url);
      return url.replace(/^mailto:/, '');
    })
    .split(/\r?\n/)
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
