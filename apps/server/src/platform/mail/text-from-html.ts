import { compile } from 'html-to-text';

const heading = { options: { uppercase: false } };

// Compiled once: reading the selectors takes longer than a message does.
const convert = compile({
  wordwrap: false,
  // Of html alone: a zero-width space in a name is a sign of it.
  whitespaceCharacters: ' \t\r\n\f',
  limits: { maxInputLength: 2 * 1024 * 1024, maxDepth: 60 },
  selectors: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, ...heading })),
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, linkBrackets: ['(', ')'] } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
  ],
});

/** The plain-text part of a message written as HTML: links keep their address, images are left out, headings keep their letters. */
export const textFromHtml = (html: string): string => convert(html).trim();
