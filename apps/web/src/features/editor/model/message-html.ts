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

/** Known variables in text become chips. Attributes stay. */
export function withChips(html: string, isKnown: (name: string) => boolean): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) withChipsIn(text, isKnown);
  return body.innerHTML;
}

/** Converts `rgb(…)` from browsers to hex, because not all mail clients support `rgb(…)`. */
const withHexColors = (html: string): string =>
  html.replace(
    /(<span style="[^"<>]*color: )(rgb\([\d, ]+\))/g,
    (_whole, before: string, color: string) => before + (textColor(color) ?? color),
  );

/** Chips become names in braces. Trailing empty lines are removed. */
export const withoutChips = (html: string): string =>
  withHexColors(html)
    .replace(/<span data-variable="[^"]*">([^<]*)<\/span>/g, '$1')
    .replace(/(?:<p[^>]*><\/p>)+$/, '');

const rightToLeft = /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;

/** Without `dir="auto"`, mail clients use the direction of the page. */
export function withDirections(html: string): string {
  if (!rightToLeft.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const paragraph of body.querySelectorAll('p')) if (rightToLeft.test(paragraph.textContent)) paragraph.dir = 'auto';
  return body.innerHTML;
}

export function subjectHtml(subject: string, isKnown: (name: string) => boolean): string {
  const paragraph = document.createElement('p');
  paragraph.textContent = subject;
  return withChips(paragraph.outerHTML, isKnown);
}

/** In whole kilobytes. */
export const imageSizes = (html: string): number[] =>
  [...html.matchAll(/<img\b[^>]*\sdata-size="(\d+)"/g)].map((match) => Number(match[1]));
