import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { type AiSearch, useSearchActions } from '../api/ai-search.ts';
import { plainSearch } from '../model/chips.ts';
import classes from './results.module.css';

const number = (value: number) => formatNumber(value, currentLanguage());

interface StateBarProps {
  search: AiSearch;
  onPlain: (search: { q: string; f: string }) => void;
}

/** AIS-003 */
export function StateBar({ search, onPlain }: StateBarProps) {
  const { t } = useTranslation('ai-search');
  const { cancel } = useSearchActions(search.id);
  const { state, total, ranked, query } = search;
  const words: Record<AiSearch['state'], ReactNode> = {
    processing: t('state.processing'),
    updating_model: t('state.updating_model'),
    cancelled: t('state.cancelled'),
    failed: t('state.failed'),
    found: (
      <>
        <strong>{t('state.found', { count: total, shown: number(total) })}</strong>
        {ranked < total && <span className={classes.faint}> · {t('state.ranked', { shown: number(ranked) })}</span>}
      </>
    ),
  };
  const isUnderWay = state === 'processing' || state === 'updating_model';
  return (
    <div className={classes.state}>
      <output data-state={state} data-total={total}>
        {isUnderWay && <span className={classes.pulse} aria-hidden />}
        {words[state]}
      </output>
      {state === 'processing' && (
        <Button variant="default" size="compact-xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('cancel')}
        </Button>
      )}
      {query && (
        <Button variant="subtle" size="compact-sm" onClick={() => onPlain(plainSearch(query))}>
          {t('openForm')}
        </Button>
      )}
    </div>
  );
}
