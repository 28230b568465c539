import { convert } from 'html-to-text';

/** The plain-text part of a message written as HTML: links keep their address, images are left out, headings keep their letters. */
export function textFromHtml(html: string): string {
  const heading = { options: { uppercase: false } };
  return convert(html, {
    wordwrap: false,
    limits: { maxInputLength: 2 * 1024 * 1024, maxDepth: 60 },
    selectors: [
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, ...heading })),
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, linkBrackets: ['(', ')'] } },
      { selector: 'ul', options: { itemPrefix: '- ' } },
    ],
  }).trim();
}
