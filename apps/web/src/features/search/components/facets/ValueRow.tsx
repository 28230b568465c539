import { UnstyledButton } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { type MouseEvent, useId } from 'react';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './facets.module.css';

interface ValueRowProps {
  name: string;
  count: number | null | undefined;
  total: number;
  state: 'included' | 'excluded' | undefined;
  onInclude: () => void;
  onExclude?: (() => void) | undefined;
}

/** FLT-038. */
export function ValueRow({ name, count, total, state, onInclude, onExclude }: ValueRowProps) {
  const { t } = useTranslation('search');
  const countId = useId();
  const share = count && total > 0 ? Math.min(1, count / total) : 0;
  const click = (event: MouseEvent) => (event.altKey && onExclude ? onExclude() : onInclude());
  return (
    <li className={classes.value} data-state={state}>
      <span className={classes.share} style={{ transform: `scaleX(${share})` }} aria-hidden />
      <UnstyledButton
        className={classes.include}
        aria-pressed={state === 'included'}
        aria-label={`${t('filters.include', { name })}${state === 'excluded' ? `, ${t('filters.excluded')}` : ''}`}
        aria-describedby={countId}
        data-stop="main"
        onClick={click}
      >
        <span className={classes.box} aria-hidden>
          {state === 'included' && <IconCheck size={11} stroke={3} />}
          {state === 'excluded' && <IconMinus size={11} stroke={3} />}
        </span>
        <span className={classes.valueName} title={name}>
          {name}
        </span>
        <span id={countId} className={classes.count}>
          {count === null || count === undefined ? '' : formatNumber(count, currentLanguage())}
        </span>
      </UnstyledButton>
      {onExclude && (
        <UnstyledButton
          className={classes.exclude}
          aria-pressed={state === 'excluded'}
          aria-label={t('filters.exclude', { name })}
          aria-keyshortcuts="-"
          title={`${t('filters.exclude', { name })} (-)`}
          data-stop="side"
          onClick={onExclude}
        >
          <IconMinus size={13} aria-hidden />
        </UnstyledButton>
      )}
    </li>
  );
}
