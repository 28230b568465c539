import { type RefObject, useEffect, useState } from 'react';

interface ActiveRowOptions {
  ids: readonly number[];
  openId: number | undefined;
  onOpen: (id: number | undefined) => void;
  onOpenWhole: (id: number) => void;
  scroller: RefObject<HTMLElement | null>;
}

export function useActiveRow({ ids, openId, onOpen, onOpenWhole, scroller }: ActiveRowOptions) {
  const [activeId, setActive] = useState<number>();
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const rowOf = (id: number) => scroller.current?.querySelector<HTMLElement>(`[data-profile="${id}"]`);
  const focus = (id: number) => {
    setActive(id);
    rowOf(id)?.querySelector('a')?.focus({ preventScroll: true });
    rowOf(id)?.scrollIntoView({ block: 'nearest' });
  };
  const open = (id: number, whole: boolean) => {
    setSeen(new Set([...seen, id]));
    if (whole) onOpenWhole(id);
    // After the paint that highlights the row: pane and list layout take longer.
    else requestAnimationFrame(() => setTimeout(() => onOpen(id), 0));
  };
  const current = activeId !== undefined && ids.includes(activeId) ? activeId : openId;
  const move = (step: number) => {
    const at = current === undefined ? -1 : ids.indexOf(current);
    const id = ids[Math.min(Math.max(at + step, 0), ids.length - 1)];
    if (id === undefined) return;
    focus(id);
    if (openId !== undefined && id !== openId) open(id, false);
  };
  // The pane can move to other people, which the list follows.
  const [shownId, setShown] = useState(openId);
  if (shownId !== openId) {
    setShown(openId);
    if (openId !== undefined) setActive(openId);
  }
  useEffect(() => {
    if (openId !== undefined) scroller.current?.querySelector(`[data-profile="${openId}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [openId, scroller]);
  const focusAndOpen = (id: number, whole: boolean) => {
    focus(id);
    open(id, whole);
  };
  return { current, seen, move, setActive, open: focusAndOpen };
}
