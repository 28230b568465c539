import { useEffect, useMemo, useRef } from 'react';
import { useShortcuts } from '#lib/shortcuts.ts';
import { useTranslation } from '#lib/use-translation.ts';

interface ResultKeys {
  move: (step: number) => void;
  choose: () => void;
  close: (() => void) | undefined;
  add: (() => void) | undefined;
  message: (() => void) | undefined;
}

/**
 * Enter is not included: the focused name is a link, and a global Enter would take it from buttons.
 */
export function useResultKeys(keys: ResultKeys): void {
  const { t } = useTranslation('search');
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  const [canClose, canAdd, canWrite] = [keys.close !== undefined, keys.add !== undefined, keys.message !== undefined];
  const shortcuts = useMemo(() => {
    const group = t('keys.group');
    const step = (by: number) => () => latest.current.move(by);
    return [
      { keys: 'j', label: t('keys.next'), group, act: step(1) },
      { keys: 'k', label: t('keys.previous'), group, act: step(-1) },
      { keys: ']', label: t('keys.nextProfile'), group, act: step(1) },
      { keys: '[', label: t('keys.previousProfile'), group, act: step(-1) },
      { keys: 'x', label: t('keys.choose'), group, act: () => latest.current.choose() },
      { keys: 'e', label: t('keys.add'), group, act: () => latest.current.add?.(), disabled: !canAdd },
      { keys: 'm', label: t('keys.message'), group, act: () => latest.current.message?.(), disabled: !canWrite },
      { keys: 'Escape', label: t('keys.close'), group, act: () => latest.current.close?.(), disabled: !canClose },
    ];
  }, [t, canClose, canAdd, canWrite]);
  useShortcuts(shortcuts);
}
