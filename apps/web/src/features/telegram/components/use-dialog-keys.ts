import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { TelegramDialog } from '@headwater/contract/telegram-dialogs';
import type { ChangeOptions } from '#lib/screen-params.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { rowAfter } from '#ui/table/row-keys.ts';
import { useMarkUnread } from '../api/messages.ts';

interface Keys {
  dialogs: readonly TelegramDialog[];
  openId: number | undefined;
  onOpen: (id: number, options?: ChangeOptions) => void;
  onClose: () => void;
}

/** Alt with an arrow also works in the field. */
export function useDialogKeys({ dialogs, openId, onOpen, onClose }: Keys): RefObject<HTMLUListElement | null> {
  const { t } = useTranslation(['ui', 'telegram']);
  const list = useRef<HTMLUListElement>(null);
  // Index of the open dialog: a read one may have left the list.
  const place = useRef(0);
  const markUnread = useMarkUnread();
  const latest = useRef({ mark: () => {}, move: (_step: number) => {}, open: (_step: number) => {} });
  useEffect(() => {
    const ids = dialogs.map(({ id }) => id);
    const at = openId === undefined ? -1 : ids.indexOf(openId);
    if (at !== -1) place.current = at;
    const rowOf = (id: unknown) => list.current?.querySelector<HTMLElement>(`[data-dialog="${String(id)}"]`);
    latest.current = {
      mark: () => {
        const focused = document.activeElement?.closest<HTMLElement>('[data-dialog]')?.dataset['dialog'];
        const id = focused === undefined ? openId : Number(focused);
        if (id === undefined) return;
        // The open dialog would be marked as read again.
        if (id === openId) onClose();
        markUnread(id);
      },
      move: (step) => {
        const focused = document.activeElement?.closest<HTMLElement>('[data-dialog]')?.dataset['dialog'];
        rowOf(rowAfter(ids, focused === undefined ? openId : Number(focused), step)?.id)?.focus();
      },
      open: (step) => {
        const hasLeft = openId !== undefined && at === -1;
        const next = hasLeft ? ids[step > 0 ? place.current : place.current - 1] : rowAfter(ids, openId, step)?.id;
        if (next === undefined || next === openId) return;
        // Replaces the history entry, so that Back skips all visited dialogs.
        onOpen(Number(next), { replace: true });
        rowOf(next)?.scrollIntoView({ block: 'nearest' });
      },
    };
  });
  const shortcuts = useMemo(() => {
    const group = t('table', { ns: 'ui' });
    return [
      { keys: 'j', label: t('nextRow', { ns: 'ui' }), group, act: () => latest.current.move(1) },
      { keys: 'u', label: t('markUnread', { ns: 'telegram' }), group, act: () => latest.current.mark() },
      { keys: 'k', label: t('previousRow', { ns: 'ui' }), group, act: () => latest.current.move(-1) },
      {
        keys: 'alt+ArrowDown',
        label: t('nextDialog', { ns: 'telegram' }),
        group,
        act: ({ repeat }: KeyboardEvent) => !repeat && latest.current.open(1),
      },
      {
        keys: 'alt+ArrowUp',
        label: t('previousDialog', { ns: 'telegram' }),
        group,
        act: ({ repeat }: KeyboardEvent) => !repeat && latest.current.open(-1),
      },
    ];
  }, [t]);
  useShortcuts(shortcuts);
  return list;
}
