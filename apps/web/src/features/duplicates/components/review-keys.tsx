import { useMemo } from 'react';
import { type Shortcut, useShortcuts } from '#lib/shortcuts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Kbd } from '#ui/Kbd.tsx';
import classes from './duplicates.module.css';

export function useReviewKeys(acts: { step: (by: number) => void; merge: () => void; dismiss: () => void; undo: () => void }) {
  const { t } = useTranslation('duplicates');
  const { step, merge, dismiss, undo } = acts;
  const keys = useMemo((): Shortcut[] => {
    const group = t('title');
    return [
      { keys: 'j', label: t('next'), group, act: () => step(1) },
      { keys: 'k', label: t('previous'), group, act: () => step(-1) },
      { keys: 'Enter', label: t('merge'), group, act: merge },
      { keys: 'x', label: t('dismiss'), group, act: dismiss },
      { keys: 'z', label: t('undo'), group, act: undo },
    ];
  }, [t, step, merge, dismiss, undo]);
  useShortcuts(keys);
}

export function KeyHints() {
  const { t } = useTranslation('duplicates');
  const hints = [
    ['j', t('next')],
    ['k', t('previous')],
    ['Enter', t('merge')],
    ['x', t('dismiss')],
    ['z', t('undo')],
  ] as const;
  return (
    <div className={classes.hints}>
      {hints.map(([keys, label]) => (
        <span key={keys} className={classes.hint}>
          <Kbd keys={keys} /> {label}
        </span>
      ))}
    </div>
  );
}
