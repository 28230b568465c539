import { ActionIcon, Button, Checkbox, Menu, Tooltip } from '@mantine/core';
import { IconArrowsSort, IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Ranking, rankings } from '@headwater/domain/query/rankings';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ChoiceItems } from '#ui/ChoiceItems.tsx';
import classes from './results.module.css';

export type Density = 'comfortable' | 'compact';

interface ResultToolbarProps {
  total: number | undefined;
  tookMs: number | undefined;
  ranking: Ranking;
  onRanking: (ranking: Ranking) => void;
  page: { all: boolean; some: boolean };
  onTogglePage: () => void;
  /** Selects all results; undefined if they fit on the page. */
  onChooseAll: (() => void) | undefined;
  filters: ReactNode;
  density: Density;
  onDensity: (density: Density) => void;
  head?: ReactNode;
}

export function ResultToolbar(props: ResultToolbarProps) {
  const { total, page, onTogglePage, onChooseAll, filters, density, onDensity, head } = props;
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
      {head === undefined ? <Total {...props} /> : <div className={classes.head}>{head}</div>}
      {page.all && onChooseAll && (
        <Button variant="subtle" size="compact-sm" onClick={onChooseAll}>
          {t('selectAllResults', { count: total ?? 0, shown })}
        </Button>
      )}
      <div className={classes.right}>
        <Order {...props} />
        <DensitySwitch density={density} onDensity={onDensity} />
      </div>
    </div>
  );
}

function Total({ total, tookMs }: Pick<ResultToolbarProps, 'total' | 'tookMs'>) {
  const { t } = useTranslation('search');
  const language = currentLanguage();
  return (
    <p className={classes.total} aria-live="polite" data-total={total}>
      {total !== undefined && <strong>{t('people', { count: total, shown: formatNumber(total, language) })}</strong>}
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
  );
}

function Order({ ranking, onRanking }: Pick<ResultToolbarProps, 'ranking' | 'onRanking'>) {
  const { t } = useTranslation('search');
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconArrowsSort size={14} aria-hidden />}
          aria-label={`${t('sort')}: ${t(`sorts.${ranking}`)}`}
        >
          {t(`sorts.${ranking}`)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ChoiceItems value={ranking} choices={rankings.map((value) => ({ value, label: t(`sorts.${value}`) }))} onChoose={onRanking} />
      </Menu.Dropdown>
    </Menu>
  );
}

function DensitySwitch({ density, onDensity }: Pick<ResultToolbarProps, 'density' | 'onDensity'>) {
  const { t } = useTranslation('search');
  const isCompact = density === 'compact';
  const label = `${t('density.label')}: ${t(`density.${density}`)}`;
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} aria-pressed={isCompact} onClick={() => onDensity(isCompact ? 'comfortable' : 'compact')}>
        {isCompact ? <IconBaselineDensitySmall size={16} aria-hidden /> : <IconBaselineDensityMedium size={16} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}
