import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

export function useHidden<T extends HTMLElement>(content: string): { line: RefObject<T | null>; hidden: number } {
  const line = useRef<T>(null);
  const [hidden, setHidden] = useState(0);
  useLayoutEffect(() => {
    const node = line.current;
    if (!node) return undefined;
    const measure = () => {
      const children = [...node.children] as HTMLElement[];
      const top = children[0]?.offsetTop ?? 0;
      setHidden(children.filter((child) => child.offsetTop > top).length);
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const one of [node, ...node.children]) observer.observe(one);
    return () => observer.disconnect();
    // oxlint-disable-next-line react/exhaustive-deps -- the content determines the children
  }, [content]);
  return { line, hidden };
}
