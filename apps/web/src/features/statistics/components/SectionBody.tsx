import { SegmentedControl } from '@mantine/core';
import type { SectionStatistics, StatisticsFilters, StatisticsSettings } from '@headwater/contract/statistics';
import type { MetricId, StatisticsTable } from '@headwater/domain/statistics/metrics';
import { formatDate, formatPercent } from '#lib/format.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { EmptyState } from '#ui/states.tsx';
import type { BreakdownOf, Cell } from '../api/statistics.ts';
import type { Filter } from '../model/asked.ts';
import { sendStatisticsEvent } from '../model/events.ts';
import { chosenFigures, type Figure } from '../model/figures.ts';
import { statisticsParams } from '../model/params.ts';
import type { SectionPlace } from '../model/place.ts';
import { Breakdowns } from './Breakdowns.tsx';
import { Figures } from './Figures.tsx';
import { openNumber } from './NumberList.tsx';
import { RowsTable } from './RowsTable.tsx';
import { SectionChart } from './SectionChart.tsx';
import classes from './statistics.module.css';

/** Days, zone, time and comparison of all numbers (STB-005, STB-008). */
function About({ view }: { view: SectionStatistics }) {
  const { t, language } = useTranslation('statistics');
  const range = ({ date_from: from, date_to: to }: { date_from: string; date_to: string }) =>
    `${formatDate(from, language)} – ${formatDate(to, language)}`;
  return (
    <p className={classes.lead}>
      {t('about', { period: range(view.period), zone: view.zone, time: formatDate(view.as_of, language, 'dateTime') })}
      {view.compared && ` · ${t('comparedWith', { period: range(view.compared) })}`}
      {view.filled < 1 && ` · ${t('filling', { share: formatPercent(view.filled, language) })}`}
    </p>
  );
}

interface SectionBodyProps {
  place: SectionPlace;
  view: SectionStatistics;
  settings: StatisticsSettings;
  filters: StatisticsFilters;
  filter: Filter;
  breakdown: BreakdownOf;
  dimmed: boolean;
}

/** Figures, chart, the table of users, vacancies or templates, and one breakdown. */
export function SectionBody({ place, view, settings, filters, filter, breakdown, dimmed }: SectionBodyProps) {
  const { t } = useTranslation('statistics');
  const { shown, change } = useScreenParams(statisticsParams);
  const figures = chosenFigures(view, settings);
  const openRows = (metric: MetricId, { name, cell }: { name: string; cell: Cell }) => {
    if (metric === 'queries' || metric === 'views') sendStatisticsEvent(metric === 'queries' ? 'Queries' : 'Views', place.section);
    openNumber(name, { place, filter, metric, cell });
  };
  const openFigure = (figure: Figure, of?: { name: string; cell: Cell }) =>
    openRows(figure.count_behind, { name: of ? `${of.name} · ${figure.title}` : figure.title, cell: of?.cell ?? {} });
  if (view.empty !== null) {
    return (
      <>
        <About view={view} />
        <EmptyState title={view.empty} text={t('emptyText')} />
      </>
    );
  }
  return (
    <>
      <About view={view} />
      <Figures figures={figures} dimmed={dimmed} onOpen={openFigure} />
      <SectionChart view={view} figures={figures} />
      <section className={classes.part}>
        <SegmentedControl
          className={classes.tables}
          size="xs"
          aria-label={t('tables')}
          data={filters.tables.map((value) => ({ value, label: t(`table.${value}`) }))}
          value={view.table}
          onChange={(value) => change({ table: value as StatisticsTable })}
        />
        <RowsTable
          view={view}
          figures={figures}
          dimmed={dimmed}
          sort={shown.sort}
          onSort={(sort) => change({ sort })}
          onOpen={openFigure}
        />
      </section>
      <Breakdowns place={place} filter={filter} filters={filters} shown={breakdown} onChange={(next) => change(next)} onOpen={openRows} />
    </>
  );
}
