import { createLru } from '@headwater/domain/lru';
import { type RefObject, useLayoutEffect } from 'react';

const positions = createLru<string, number>(200);

export const forgetScroll = (key: string): boolean => positions.delete(key);

/** `key` identifies the content of the list; `isReady`: its rows are rendered. */
export function useScrollPosition(scroller: RefObject<HTMLElement | null>, key: string, isReady: boolean): void {
  useLayoutEffect(() => {
    const node = scroller.current;
    if (!node || !isReady) return undefined;
    node.scrollTo({ top: positions.get(key) ?? 0 });
    const keep = () => positions.set(key, node.scrollTop);
    node.addEventListener('scroll', keep, { passive: true });
    return () => node.removeEventListener('scroll', keep);
  }, [scroller, key, isReady]);
}
