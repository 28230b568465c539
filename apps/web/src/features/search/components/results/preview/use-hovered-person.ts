import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';

const openAfterMs = 500;
/** Time to move from the name to the card, in ms. */
const closeAfterMs = 200;

export interface Previewed {
  id: number;
  at: DOMRect;
}

/** One preview per list. `isOff`: an open pane shows everything. */
export function useHoveredPerson(scroller: RefObject<HTMLElement | null>, isOff: boolean) {
  const [shown, setShown] = useState<Previewed>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const target = useRef<Element | null>(null);
  const after = (ms: number, act: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, ms);
  };
  const hide = useCallback(() => {
    clearTimeout(timer.current);
    target.current = null;
    setShown(undefined);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!shown) return undefined;
    const over = new AbortController();
    const { signal } = over;
    addEventListener('keydown', hide, { signal });
    addEventListener('pointerdown', hide, { signal });
    scroller.current?.addEventListener('scroll', hide, { signal, passive: true });
    return () => over.abort();
  }, [shown, scroller, hide]);
  const onPointerOver = (event: PointerEvent) => {
    if (isOff || event.pointerType !== 'mouse' || event.buttons > 0) return;
    const name = (event.target as Element).closest('[data-preview]');
    if (name === target.current) return;
    target.current = name;
    if (!name) return after(closeAfterMs, hide);
    const id = Number(name.closest<HTMLElement>('[data-profile]')?.dataset['profile']);
    after(openAfterMs, () => name.isConnected && setShown({ id, at: name.getBoundingClientRect() }));
  };
  return {
    shown: isOff ? undefined : shown,
    list: { onPointerOver, onPointerLeave: () => after(closeAfterMs, hide) },
    /** Keeps the card open while hovered. */
    card: { onPointerEnter: () => clearTimeout(timer.current), onPointerLeave: () => after(closeAfterMs, hide) },
  };
}
