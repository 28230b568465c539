import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiUsage } from '@headwater/contract/api-usage';
import type { TableType } from '@headwater/contract/export-file';
import { ApiError } from '#lib/api-error.ts';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Chart } from '#ui/charts/Chart.tsx';
import { dateCategories } from '#ui/charts/chart.ts';
import { daysBetween } from '#ui/charts/scale.ts';
import { DayField } from '#ui/DayField.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { showError } from '#ui/snackbar.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { exportUsage, usageQuery } from '../api/usage.ts';
import { usageParams } from '../model/params.ts';
import classes from './usage.module.css';

interface Line {
  key: string | number;
  name: string;
  count: number;
}

function Bars({ title, lines, isCode = false }: { title: string; lines: readonly Line[]; isCode?: boolean }) {
  const most = Math.max(1, ...lines.map(({ count }) => count));
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <ul className={classes.lines}>
        {lines.map(({ key, name, count }) => (
          <li key={key} className={classes.line}>
            <span className={isCode ? classes.code : classes.name}>{name}</span>
            <span className={classes.bar} aria-hidden style={{ inlineSize: `${(count / most) * 100}%` }} />
            <span className={classes.count}>{formatNumber(count, currentLanguage())}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Bars of a longer period would be thinner than a pixel on a phone. */
const mostBars = 92;

function CallsByDay({ usage }: { usage: ApiUsage }) {
  const { t, language } = useTranslation('api-usage');
  const counts = new Map(usage.days.map(({ day, count }) => [day, count]));
  const days = daysBetween(usage.date_from, usage.date_to);
  return (
    <Chart
      title={t('byDay')}
      kind={days.length > mostBars ? 'lines' : 'bars'}
      categoryTitle={t('day')}
      categories={dateCategories(days, language)}
      series={[{ key: 'calls', name: t('count'), values: days.map((day) => counts.get(day) ?? 0) }]}
    />
  );
}

const tableTypes: readonly TableType[] = ['csv', 'xlsx'];

function ExportButtons({ save, isDisabled }: { save: (type: TableType) => Promise<void>; isDisabled: boolean }) {
  const { t } = useTranslation('api-usage');
  const [busy, setBusy] = useState<TableType>();
  const start = (type: TableType) => {
    setBusy(type);
    void save(type)
      .catch(showError)
      .finally(() => setBusy(undefined));
  };
  return tableTypes.map((type) => (
    <Button key={type} size="xs" variant="default" loading={busy === type} disabled={isDisabled} onClick={() => start(type)}>
      {t(`export.${type}`)}
    </Button>
  ));
}

function Figures({ usage }: { usage: ApiUsage }) {
  const { t } = useTranslation('api-usage');
  if (usage.total === 0) return <EmptyState title={t('none')} text={t('noneText')} />;
  return (
    <>
      <p className={classes.total}>{t('calls', { count: usage.total })}</p>
      <CallsByDay usage={usage} />
      <Bars
        title={t('byResource')}
        isCode
        lines={usage.resources.map(({ resource, count }) => ({ key: resource, name: resource, count }))}
      />
      <Bars title={t('byPerson')} lines={usage.people.map(({ id, name, count }) => ({ key: id, name, count }))} />
    </>
  );
}

/** API-003, API-008. Without an id: the user's own company. */
export function Usage({ id }: { id: number | undefined }) {
  const { t } = useTranslation('api-usage');
  const { shown, change } = useScreenParams(usageParams);
  const { data, error, refetch } = useQuery(usageQuery(id, shown));
  const wrong = error instanceof ApiError ? error.fields : {};
  const day = (name: 'from' | 'to', fault: string | undefined) => (
    <DayField
      label={t(name)}
      value={shown[name] || data?.[`date_${name}`] || ''}
      error={fault}
      onChange={(value) => change({ [name]: value }, { replace: true })}
    />
  );
  const isRefused = Object.keys(wrong).length > 0;
  return (
    <section className={classes.usage}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{t('title')}</h2>
        <div className={classes.days}>
          {day('from', wrong['date_from'])}
          {day('to', wrong['date_to'])}
        </div>
      </div>
      {error && !isRefused && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!isRefused && data && data.total > 0 && (
        <div className={classes.exports}>
          <ExportButtons save={(type) => exportUsage(id, shown, type)} isDisabled={error !== null} />
        </div>
      )}
      {!error && (data ? <Figures usage={data} /> : <SkeletonText lines={8} />)}
    </section>
  );
}
