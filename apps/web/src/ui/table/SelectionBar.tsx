/** <SelectionBar count={selected.size} onClear={clear}>buttons</SelectionBar> */
import { CloseButton } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useShortcuts } from '#lib/shortcuts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './SelectionBar.module.css';

interface SelectionBarProps {
  count: number;
  onClear: () => void;
  children: ReactNode;
}

export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  return count === 0 ? null : (
    <Bar count={count} onClear={onClear}>
      {children}
    </Bar>
  );
}

function Bar({ count, onClear, children }: SelectionBarProps) {
  const { t } = useTranslation('ui');
  const shortcuts = useMemo(() => [{ keys: 'Escape', label: t('clearSelection'), group: t('table'), act: onClear }], [t, onClear]);
  useShortcuts(shortcuts);
  return (
    <div className={classes.place} data-selection-bar>
      <div role="toolbar" aria-label={t('selected', { count })} className={classes.bar}>
        <output className={classes.count}>{t('selected', { count })}</output>
        {children}
        <CloseButton size="sm" aria-label={t('clearSelection')} onClick={onClear} />
      </div>
    </div>
  );
}
