import { type RefObject, useLayoutEffect, useState } from 'react';

/** Widths between these steps draw the same rows. */
const stepPx = 40;
/** From here on the right half of a row says more of the person. */
const wideFrom = 860;

/** How wide the list is, in steps: one measurement for all of its rows. */
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
