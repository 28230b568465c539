import { useEffect, useMemo, useRef, useState } from 'react';
import { useShortcuts } from '#lib/shortcuts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { RowId } from './column.ts';

interface RowKeysOptions {
  ids: readonly RowId[];
  openId: RowId | undefined;
  scroller: HTMLElement | null;
  /** Brings a row that is not drawn into view. */
  scrollTo: (index: number) => void;
  choose?: (id: RowId) => void;
}

interface RowKeys {
  /** The row that has, or last had, the focus. */
  active: RowId | undefined;
  setActive: (id: RowId) => void;
  move: (step: number) => void;
}

/** The row that a step leads to; the first one where none was active. Stays within the list. */
export function rowAfter(ids: readonly RowId[], active: RowId | undefined, step: number): { id: RowId; index: number } | undefined {
  const at = active === undefined ? -1 : ids.indexOf(active);
  const index = Math.min(Math.max(at + step, 0), ids.length - 1);
  const id = ids[index];
  return id === undefined ? undefined : { id, index };
}

/** j / k (and in the table the arrows) move the focus from row to row; x chooses the row in focus. */
export function useRowKeys({ ids, openId, scroller, scrollTo, choose }: RowKeysOptions): RowKeys {
  const { t } = useTranslation('ui');
  const [stored, setActive] = useState<RowId>();
  const active = stored !== undefined && ids.includes(stored) ? stored : openId;
  // Where the keys stand. The next press may come before the table is drawn again.
  const target = useRef({ id: active, index: -1 });

  const move = (step: number) => {
    const next = rowAfter(ids, target.current.id, step);
    if (!next) return;
    target.current = next;
    setActive(next.id);
    scrollTo(next.index);
    // A row beyond the drawn ones exists only after the scroll was drawn; of several presses the last one counts.
    const focus = () => scroller?.querySelector<HTMLElement>(`tr[data-index="${target.current.index}"]`)?.focus();
    requestAnimationFrame(() => requestAnimationFrame(focus));
  };

  // The keys are registered once; what they do is always that of the last drawing.
  const latest = useRef({ move, mark: () => {} });
  useEffect(() => {
    if (target.current.id !== active) target.current = { id: active, index: active === undefined ? -1 : ids.indexOf(active) };
    const mark = () => {
      if (target.current.id !== undefined) choose?.(target.current.id);
    };
    latest.current = { move, mark };
  });
  const chooses = choose !== undefined;
  const shortcuts = useMemo(() => {
    const group = t('table');
    return [
      { keys: 'j', label: t('nextRow'), group, act: () => latest.current.move(1) },
      { keys: 'k', label: t('previousRow'), group, act: () => latest.current.move(-1) },
      { keys: 'x', label: t('chooseRow'), group, act: () => latest.current.mark(), disabled: !chooses },
    ];
  }, [t, chooses]);
  useShortcuts(shortcuts);

  return { active, setActive, move };
}
