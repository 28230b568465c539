import type { SectionStatistics, StatisticsFilter } from '@headwater/contract/statistics';
import { countsOf, type MetricId, metricsOf, type Section, type StatisticsTable } from '@headwater/domain/statistics/metrics';
import {
  type Comparison,
  type Instants,
  instantsOf,
  type Interval,
  mostIntervals,
  splitDays,
  usualInterval,
} from '@headwater/domain/statistics/periods';
import { countOf } from '@headwater/domain/statistics/metrics';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import { cellOf, cellsOf, countBehindCell } from './cells.ts';
import { aboutView, type Asked, comparedWith, type Names, periodView, readAsked, readNames, type Reader } from './reader.ts';
import { groupBy } from './group.ts';
import { pipelineRules } from './settings.ts';
import { kindsOf, type Statuses } from './store/conditions.ts';
import { filledShare } from './store/fill.ts';
import { type Grouping, readSums, type SumRow } from './store/sums.ts';
import { metricView, statisticsText } from './texts.ts';

const kindsOfSection = (section: Section) => [...new Set(countsOf(section).flatMap((id) => kindsOf(countOf(id))))];

const statusesFor = async (tx: Tx, { reader, scope }: Asked, section: Section): Promise<Statuses> =>
  section === 'pipeline' ? pipelineRules(tx, reader, scope) : { hired: [], rejected: [] };

interface Reading {
  periods: readonly Instants[];
  section: Section;
  statuses: Statuses;
  grouping: Grouping;
}

const sumsOf = (tx: Tx, { selection }: Asked, { periods, section, statuses, grouping }: Reading) =>
  readSums(tx, selection, { periods, kinds: kindsOfSection(section), grouping, statuses });

const inPeriod = (rows: readonly SumRow[], index: number) => rows.filter(({ period }) => period === index);

interface FiguresQuery {
  section: Section;
  compare: Comparison;
  now: Date;
}

export async function readFigures(tx: Tx, asked: Asked, { section, compare, now }: FiguresQuery) {
  const compared = comparedWith(asked, compare);
  const statuses = await statusesFor(tx, asked, section);
  const periods = [asked.period, ...(compared ? [compared.period] : [])];
  const rows = await sumsOf(tx, asked, { periods, section, statuses, grouping: 'none' });
  const { language } = asked.reader.actor;
  const figures = metricsOf(section).map((id) => ({
    ...metricView(id, language),
    now: cellOf(id, inPeriod(rows, 0)),
    before: compared ? cellOf(id, inPeriod(rows, 1)) : null,
  }));
  return {
    ...aboutView(asked, { section, now, filled: await filledShare(tx) }),
    compared: compared ? periodView(compared.days, compared.period) : null,
    figures,
  };
}

async function readSeries(tx: Tx, asked: Asked, { section, interval }: { section: Section; interval: Interval }) {
  const parts = splitDays(asked.days, interval);
  if (parts.length > mostIntervals) throw new FieldErrors({ interval: { key: 'statistics_intervals', parts: { count: mostIntervals } } });
  const periods = parts.map((days) => instantsOf(days, asked.zone));
  const rows = await sumsOf(tx, asked, { periods, section, statuses: await statusesFor(tx, asked, section), grouping: 'none' });
  const byPeriod = groupBy(rows, ({ period }) => period);
  return parts.map((days, index) => ({
    ...periodView(days, periods[index] ?? asked.period),
    cells: cellsOf(metricsOf(section), byPeriod.get(index) ?? []),
  }));
}

interface TableQuery {
  section: Section;
  table: StatisticsTable;
  compare: Comparison;
  names: Names;
}

export async function readTable(tx: Tx, asked: Asked, { section, table, compare, names }: TableQuery): Promise<SectionStatistics['rows']> {
  const compared = comparedWith(asked, compare);
  const statuses = await statusesFor(tx, asked, section);
  const periods = [asked.period, ...(compared ? [compared.period] : [])];
  const byKey = groupBy(await sumsOf(tx, asked, { periods, section, statuses, grouping: table }), ({ key }) => key);
  const { language } = asked.reader.actor;
  const ids: readonly MetricId[] = metricsOf(section);
  const rows = [...byKey].map(([key, sums]) => {
    const known = names[table].get(key);
    return {
      id: key === 0 ? null : key,
      name: known?.name ?? statisticsText(key === 0 ? `without.${table}` : `deleted.${table}`, language),
      is_deleted: key !== 0 && (known?.is_deleted ?? true),
      cells: cellsOf(ids, inPeriod(sums, 0)),
      before: compared ? cellsOf(ids, inPeriod(sums, 1)) : null,
    };
  });
  const [first] = ids;
  return rows
    .filter(({ cells, before }) => countBehindCell(cells) + (before ? countBehindCell(before) : 0) > 0)
    .toSorted(
      (one, other) =>
        (first ? (other.cells[first]?.count ?? 0) - (one.cells[first]?.count ?? 0) : 0) ||
        one.name.localeCompare(other.name, language) ||
        (one.id ?? 0) - (other.id ?? 0),
    );
}

export interface SectionQuery extends StatisticsFilter {
  compare: Comparison;
  interval?: Interval | undefined;
  table: StatisticsTable;
}

export async function readSection(
  tx: Tx,
  reader: Reader,
  { section, input, now }: { section: Section; input: SectionQuery; now: Date },
): Promise<SectionStatistics> {
  const { language } = reader.actor;
  const names = await readNames(tx, reader, statisticsText('closed', language));
  const asked = await readAsked(tx, reader, { input, now, names });
  const interval = input.interval ?? usualInterval(asked.days);
  const { table, compare } = input;
  const series = await readSeries(tx, asked, { section, interval });
  const figures = await readFigures(tx, asked, { section, compare, now });
  const rows = await readTable(tx, asked, { section, table, compare, names });
  const isEmpty = figures.figures.every(({ now: cell }) => cell.count === 0);
  return { ...figures, table, interval, series, rows, empty: isEmpty ? statisticsText(`empty.${section}`, language) : null };
}
