import { compile } from 'html-to-text';

const heading = { options: { uppercase: false } };

// Compiled once: parsing the selectors takes longer than a message.
const convert = compile({
  wordwrap: false,
  // White space of HTML only: a zero-width space in a name is kept.
  whitespaceCharacters: ' \t\r\n\f',
  limits: { maxInputLength: 2 * 1024 * 1024, maxDepth: 60 },
  selectors: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, ...heading })),
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, linkBrackets: ['(', ')'] } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
  ],
});

export const textFromHtml = (html: string): string => convert(html).trim();
