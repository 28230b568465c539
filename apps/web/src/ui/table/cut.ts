import type { PointerEvent } from 'react';

function isCut(element: HTMLElement): boolean {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  if (webkitLineClamp !== 'none') return element.scrollHeight > element.clientHeight;
  return textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth;
}

/** For `onPointerOver` of a table. */
export function revealCut({ target, currentTarget }: PointerEvent<HTMLElement>): void {
  for (let element = target as HTMLElement | null; element && element !== currentTarget; element = element.parentElement) {
    const isOurs = element.dataset['whole'] !== undefined;
    if (element.title !== '' && !isOurs) return;
    if (isCut(element)) {
      element.title = element.innerText;
      element.dataset['whole'] = '';
      return;
    }
    if (isOurs) {
      element.removeAttribute('title');
      delete element.dataset['whole'];
    }
    if (element.tagName === 'TD') return;
  }
}
