import { Button, Checkbox, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Ranking, rankings } from '@headwater/domain/query/address';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import classes from './results.module.css';

interface ResultToolbarProps {
  total: number | undefined;
  tookMs: number | undefined;
  ranking: Ranking;
  onRanking: (ranking: Ranking) => void;
  page: { all: boolean; some: boolean };
  onTogglePage: () => void;
  /** Chooses every result; undefined where the page is all there is. */
  onChooseAll: (() => void) | undefined;
  /** Opens the filters where they are not beside the list. */
  filters: ReactNode;
}

/** Exact total and time, order, and the box of the whole page. */
export function ResultToolbar({ total, tookMs, ranking, onRanking, page, onTogglePage, onChooseAll, filters }: ResultToolbarProps) {
  const { t } = useTranslation('search');
  const language = currentLanguage();
  const shown = total === undefined ? '' : formatNumber(total, language);
  return (
    <div className={classes.toolbar}>
      <Checkbox
        className={total === 0 ? classes.nobody : undefined}
        aria-label={t('selectPage')}
        checked={page.all}
        indeterminate={page.some && !page.all}
        disabled={!total}
        onChange={onTogglePage}
      />
      {filters}
      <p className={classes.total} aria-live="polite" data-total={total}>
        {total !== undefined && <strong>{t('people', { count: total, shown })}</strong>}
        {tookMs !== undefined && (
          <span className={classes.took}>
            {t('took', {
              seconds: new Intl.NumberFormat(language, { maximumFractionDigits: 2, minimumFractionDigits: 2 }).format(
                Math.max(tookMs / 1000, 0.01),
              ),
            })}
          </span>
        )}
      </p>
      {page.all && onChooseAll && (
        <Button variant="subtle" size="compact-sm" onClick={onChooseAll}>
          {t('selectAllResults', { count: total ?? 0, shown })}
        </Button>
      )}
      <NativeSelect
        className={classes.sort}
        size="xs"
        aria-label={t('sort')}
        data={rankings.map((value) => ({ value, label: t(`sorts.${value}`) }))}
        value={ranking}
        onChange={(event) => onRanking(event.currentTarget.value as Ranking)}
      />
    </div>
  );
}
