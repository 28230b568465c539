import { textColor } from './colors.ts';

const blocks = /^(P|DIV|H[1-6]|LI|BLOCKQUOTE|PRE)$/;

const unwrap = (element: Element) => element.replaceWith(...element.childNodes);

function wrapChildren(element: Element, name: string): HTMLElement {
  const wrapper = element.ownerDocument.createElement(name);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
  return wrapper;
}

const isBold = ({ style }: HTMLElement) => style.fontWeight === 'bold' || style.fontWeight === 'bolder' || Number(style.fontWeight) >= 600;

/** The browser parses names and other CSS formats. */
function readColor(color: string): string | undefined {
  const context = color === '' ? null : document.createElement('canvas').getContext('2d');
  if (!context) return undefined;
  context.fillStyle = '#000000';
  context.fillStyle = color;
  return textColor(context.fillStyle);
}

function readDecoration({ style, ...element }: { style: CSSStyleDeclaration; inLink: boolean; color: string }) {
  if (element.inLink) return { color: undefined, underline: false, strike: false };
  const line = `${style.textDecorationLine} ${style.textDecoration}`;
  return { color: readColor(style.color || element.color), underline: line.includes('underline'), strike: line.includes('line-through') };
}

/** Google Docs wraps everything in a non-bold `b`. Word sets bold and italic in styles. */
function readStyles(element: HTMLElement): void {
  const bold = isBold(element);
  const italic = element.style.fontStyle === 'italic';
  const align = blocks.test(element.tagName) ? element.style.textAlign || element.getAttribute('align') || '' : '';
  const inLink = element.closest('a') !== null;
  const { color, underline, strike } = readDecoration({ style: element.style, inLink, color: element.getAttribute('color') ?? '' });
  const isPlain = element.style.fontWeight === 'normal' || element.style.fontWeight === '400';
  for (const name of element.getAttributeNames()) if (name !== 'href' && name !== 'data-variable') element.removeAttribute(name);
  if (align === 'center' || align === 'right') element.setAttribute('style', `text-align: ${align}`);
  if (/^H[1-6]$/.test(element.tagName)) {
    if (color) wrapChildren(element, 'span').style.color = color;
    const paragraph = element.ownerDocument.createElement('p');
    paragraph.append(...element.childNodes);
    wrapChildren(paragraph, 'strong');
    element.replaceWith(paragraph);
    return;
  }
  if (color) wrapChildren(element, 'span').style.color = color;
  if (underline) wrapChildren(element, 'u');
  if (strike) wrapChildren(element, 's');
  if (bold) wrapChildren(element, 'strong');
  if (italic) wrapChildren(element, 'em');
  if (/^(B|STRONG)$/.test(element.tagName) && isPlain) unwrap(element);
}

/** The marker that Word writes as text before a list item. */
const numbered = /^[\s\u00a0]*(?:\d+|[a-z])[.)]/i;

function readWordLists(body: HTMLElement): void {
  let list: HTMLElement | undefined;
  for (const line of body.querySelectorAll<HTMLElement>('p')) {
    const isLine = /MsoListParagraph/.test(line.className) || /mso-list:\s*l\d/i.test(line.getAttribute('style') ?? '');
    if (!isLine) {
      list = undefined;
      continue;
    }
    const marker = line.querySelector<HTMLElement>('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]');
    const name = numbered.test(marker?.textContent ?? line.textContent ?? '') ? 'ol' : 'ul';
    marker?.remove();
    if (!list || list.tagName.toLowerCase() !== name) {
      list = body.ownerDocument.createElement(name);
      line.before(list);
    }
    const item = body.ownerDocument.createElement('li');
    item.append(line);
    list.append(item);
  }
}

function readTables(body: HTMLElement): void {
  for (const row of body.querySelectorAll('tr')) {
    const paragraph = body.ownerDocument.createElement('p');
    [...row.cells].forEach((cell, index) => {
      if (index > 0) paragraph.append(' \u00b7 ');
      paragraph.append(cell.textContent?.trim() ?? '');
    });
    row.replaceWith(paragraph);
  }
  for (const part of body.querySelectorAll('thead, tbody, tfoot, table, colgroup, col')) unwrap(part);
}

export function cleanPasted(html: string): string {
  // Word writes lists into conditional comments that only Word reads.
  const { body } = new DOMParser().parseFromString(html.replace(/<!--\[if[\s\S]*?<!\[endif\]-->/gi, ''), 'text/html');
  const comments = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const dropped: Node[] = [];
  while (comments.nextNode()) dropped.push(comments.currentNode);
  for (const node of dropped) node.parentNode?.removeChild(node);
  // Clipboard images are local files of another computer, or pages that recipients may not see.
  for (const element of body.querySelectorAll('style, script, meta, link, title, img, svg, iframe, object, input, button'))
    element.remove();
  for (const element of body.querySelectorAll('*')) if (element.tagName.includes(':')) unwrap(element);
  readWordLists(body);
  readTables(body);
  for (const element of body.querySelectorAll<HTMLElement>('*')) readStyles(element);
  for (const element of body.querySelectorAll('font, span:not([data-variable], [style])')) unwrap(element);
  return body.innerHTML.replaceAll('\u00a0', ' ').replaceAll('&nbsp;', ' ');
}
