import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const nearPx = 48;

interface Anchor {
  id: string;
  top: number;
}

interface KeptScroll {
  scroller: RefObject<HTMLElement | null>;
  isAtEnd: boolean;
  lastSeen: string | undefined;
  toEnd: () => void;
}

const distanceOf = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) => scrollHeight - scrollTop - clientHeight;

function anchorOf(box: HTMLElement): Anchor | undefined {
  const { top } = box.getBoundingClientRect();
  for (const line of box.querySelectorAll<HTMLElement>('[data-line]')) {
    const place = line.getBoundingClientRect();
    if (place.bottom > top) return { id: line.dataset['line'] ?? '', top: place.top - top };
  }
  return undefined;
}

function lastSeenIn(box: HTMLElement): string | undefined {
  const { top, bottom } = box.getBoundingClientRect();
  const lines = [...box.querySelectorAll<HTMLElement>('[data-line]')];
  const last = lines.findLast((line) => {
    const place = line.getBoundingClientRect();
    return place.bottom <= bottom + 4 || (place.top <= top && place.bottom >= bottom);
  });
  return last?.dataset['line'];
}

/**
 * Follows new lines at the end, otherwise anchors the visible line. `content` must change whenever
 * lines change.
 */
export function useKeptScroll(content: unknown, startAt: string | undefined): KeptScroll {
  const scroller = useRef<HTMLElement>(null);
  const place = useRef<{ atEnd: boolean; anchor: Anchor | undefined }>({ atEnd: true, anchor: undefined });
  const started = useRef(false);
  const [isAtEnd, setAtEnd] = useState(false);
  const [lastSeen, setLastSeen] = useState<string>();

  const note = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    place.current = { atEnd: distanceOf(box) <= nearPx, anchor: anchorOf(box) };
    setAtEnd(place.current.atEnd);
    setLastSeen(lastSeenIn(box));
  }, []);

  const settle = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    const { atEnd, anchor } = place.current;
    if (atEnd) box.scrollTop = box.scrollHeight;
    else if (anchor) {
      const line = box.querySelector(`[data-line="${CSS.escape(anchor.id)}"]`);
      if (line) box.scrollTop += line.getBoundingClientRect().top - box.getBoundingClientRect().top - anchor.top;
    }
    note();
  }, [note]);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || content === undefined) return;
    const first = started.current ? undefined : startAt;
    const line = first === undefined ? undefined : box.querySelector(`[data-line="${CSS.escape(first)}"]`);
    started.current ||= box.querySelector('[data-line]') !== null;
    if (!line) return settle();
    box.scrollTop += line.getBoundingClientRect().top - box.getBoundingClientRect().top - 64;
    note();
  }, [content, startAt, settle, note]);

  useEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    const observer = new ResizeObserver(settle);
    observer.observe(box);
    for (const child of box.children) observer.observe(child);
    box.addEventListener('scroll', note, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', note);
    };
  }, [settle, note]);

  const toEnd = useCallback(() => {
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, []);
  return { scroller, isAtEnd, lastSeen, toEnd };
}

/** Calls `act` again after each render that leaves the mark near the visible area. */
export function useNearView(act: (() => void) | undefined): RefObject<HTMLDivElement | null> {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const node = mark.current;
    if (!node || !act) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && act(), {
      root: node.closest('[data-scroller]'),
      rootMargin: '300px 0px',
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [act]);
  return mark;
}
