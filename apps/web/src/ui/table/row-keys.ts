import { useEffect, useMemo, useRef, useState } from 'react';
import { useShortcuts } from '#lib/shortcuts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { RowId } from './column.ts';

interface RowKeysOptions {
  ids: readonly RowId[];
  openId: RowId | undefined;
  scroller: HTMLElement | null;
  scrollTo: (index: number) => void;
  choose?: (id: RowId) => void;
}

interface RowKeys {
  active: RowId | undefined;
  setActive: (id: RowId) => void;
  move: (step: number) => void;
}

export function rowAfter(ids: readonly RowId[], active: RowId | undefined, step: number): { id: RowId; index: number } | undefined {
  const at = active === undefined ? -1 : ids.indexOf(active);
  const index = Math.min(Math.max(at + step, 0), ids.length - 1);
  const id = ids[index];
  return id === undefined ? undefined : { id, index };
}

export function useRowKeys({ ids, openId, scroller, scrollTo, choose }: RowKeysOptions): RowKeys {
  const { t } = useTranslation('ui');
  const [stored, setActive] = useState<RowId>();
  const active = stored !== undefined && ids.includes(stored) ? stored : openId;
  // Position of the keys: the next press may precede the next render.
  const target = useRef({ id: active, index: -1 });

  const move = (step: number) => {
    const next = rowAfter(ids, target.current.id, step);
    if (!next) return;
    target.current = next;
    setActive(next.id);
    scrollTo(next.index);
    // A row outside the rendered ones exists after the scroll has rendered; the last press wins.
    const focus = () => scroller?.querySelector<HTMLElement>(`tr[data-index="${target.current.index}"]`)?.focus();
    requestAnimationFrame(() => requestAnimationFrame(focus));
  };

  // Keys are registered once and use the callbacks of the latest render.
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
