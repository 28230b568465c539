import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { TelegramDialog } from '@headwater/contract/telegram-dialogs';
import { useShortcuts } from '#lib/shortcuts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { rowAfter } from '#ui/table/row-keys.ts';

/** j / k move the focus from dialog to dialog, as in every list; Enter opens, as of every button. */
export function useDialogKeys(dialogs: readonly TelegramDialog[], openId: number | undefined): RefObject<HTMLUListElement | null> {
  const { t } = useTranslation('ui');
  const list = useRef<HTMLUListElement>(null);
  const latest = useRef<(step: number) => void>(() => {});
  useEffect(() => {
    latest.current = (step) => {
      const focused = document.activeElement?.closest<HTMLElement>('[data-dialog]')?.dataset['dialog'];
      const active = focused === undefined ? openId : Number(focused);
      const ids = dialogs.map(({ id }) => id);
      const next = rowAfter(ids, active, step);
      list.current?.querySelector<HTMLElement>(`[data-dialog="${next?.id}"]`)?.focus();
    };
  });
  const shortcuts = useMemo(() => {
    const group = t('table');
    return [
      { keys: 'j', label: t('nextRow'), group, act: () => latest.current(1) },
      { keys: 'k', label: t('previousRow'), group, act: () => latest.current(-1) },
    ];
  }, [t]);
  useShortcuts(shortcuts);
  return list;
}
