import { type RefObject, useLayoutEffect, useState } from 'react';

/** Rounding step: widths within a step render the same rows. */
const stepPx = 40;
const wideFrom = 860;

/** Rounded list width, measured once for all rows. */
export function useListWidth(scroller: RefObject<HTMLElement | null>): { width: number; isWide: boolean } {
  const [width, setWidth] = useState(960);
  useLayoutEffect(() => {
    const node = scroller.current;
    if (!node) return undefined;
    const measure = () => setWidth(Math.floor(node.clientWidth / stepPx) * stepPx);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [scroller]);
  return { width, isWide: width >= wideFrom };
}
