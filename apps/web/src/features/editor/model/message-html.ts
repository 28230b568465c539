import { namesIn } from '@headwater/domain/outreach/variables';
import { textColor } from './colors.ts';

function withChipsIn(text: Text, isKnown: (name: string) => boolean): void {
  const parts = text.data.split(/(\{\{[^{}]{1,60}\}\})/);
  if (parts.length === 1) return;
  const nodes = parts.map((part) => {
    const [name] = part.startsWith('{{') ? namesIn(part) : [];
    if (name === undefined || !isKnown(name)) return document.createTextNode(part);
    const chip = document.createElement('span');
    chip.dataset['variable'] = name;
    return chip;
  });
  text.replaceWith(...nodes);
}

/** Stored html as the editor reads it: each known variable between braces is a chip; what stands in attributes stays. */
export function withChips(html: string, isKnown: (name: string) => boolean): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) withChipsIn(text, isKnown);
  return body.innerHTML;
}

/** Browsers write rgb(…) where a colour was given as hex, which every mail client reads. */
const withHexColors = (html: string): string =>
  html.replace(
    /(<span style="[^"<>]*color: )(rgb\([\d, ]+\))/g,
    (_whole, before: string, color: string) => before + (textColor(color) ?? color),
  );

/** Html of the editor as it is stored: variables are their names between braces, and the empty lines that it keeps at the end are left out. */
export const withoutChips = (html: string): string =>
  withHexColors(html)
    .replace(/<span data-variable="[^"]*">([^<]*)<\/span>/g, '$1')
    .replace(/(?:<p[^>]*><\/p>)+$/, '');

const rightToLeft = /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;

/** Paragraphs with words that run from right to left say that their direction follows their text: mail clients take it from the page otherwise. */
export function withDirections(html: string): string {
  if (!rightToLeft.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const paragraph of body.querySelectorAll('p')) if (rightToLeft.test(paragraph.textContent)) paragraph.dir = 'auto';
  return body.innerHTML;
}

/** A subject as html of its editor. */
export function subjectHtml(subject: string, isKnown: (name: string) => boolean): string {
  const paragraph = document.createElement('p');
  paragraph.textContent = subject;
  return withChips(paragraph.outerHTML, isKnown);
}

/** Whole kilobytes of the images in a body. */
export const imageSizes = (html: string): number[] =>
  [...html.matchAll(/<img\b[^>]*\sdata-size="(\d+)"/g)].map((match) => Number(match[1]));
