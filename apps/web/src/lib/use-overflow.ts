import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** `hasMore`: the horizontally scrolled line continues beyond its right edge. */
export function useOverflow<T extends HTMLElement>(): { line: RefObject<T | null>; hasMore: boolean } {
  const line = useRef<T>(null);
  const [hasMore, setHasMore] = useState(false);
  useLayoutEffect(() => {
    const node = line.current;
    if (!node) return undefined;
    const measure = () => setHasMore(node.scrollWidth - node.clientWidth - node.scrollLeft > 1);
    measure();
    const observer = new ResizeObserver(measure);
    for (const one of [node, ...node.children]) observer.observe(one);
    node.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      node.removeEventListener('scroll', measure);
    };
  }, []);
  return { line, hasMore };
}
