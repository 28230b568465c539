import type { SectionStatistics, StatisticsFilter } from '@headwater/contract/statistics';
import { countsOf, type MetricId, metricsOf, type Section, type StatisticsTable } from '@headwater/domain/statistics/metrics';
import { type Comparison, instantsOf, type Interval, mostIntervals, splitDays, usualInterval } from '@headwater/domain/statistics/periods';
import { countOf } from '@headwater/domain/statistics/metrics';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import { cellOf, cellsOf, countBehindCell, totalsOf } from './cells.ts';
import { aboutView, type Asked, comparedWith, type Names, periodView, readAsked, readNames, type Reader } from './reader.ts';
import { groupBy } from './group.ts';
import { pipelineRules } from './settings.ts';
import { kindsOf, type Statuses } from './store/conditions.ts';
import { filledShare } from './store/fill.ts';
import { readSums, type SumRow } from './store/sums.ts';
import { metricView, statisticsText } from './texts.ts';

const kindsOfSection = (section: Section) => [...new Set(countsOf(section).flatMap((id) => kindsOf(countOf(id))))];

const inPeriod = (rows: readonly SumRow[], index: number) => rows.filter(({ period }) => period === index);

/** Ends of a candidacy; sections without statuses need none. */
const statusesFor = async (tx: Tx, { reader, scope }: Asked, asksPipeline: boolean): Promise<Statuses> =>
  asksPipeline ? pipelineRules(tx, reader, scope) : { hired: [], rejected: [] };

interface FiguresOf {
  section: Section;
  compared: ReturnType<typeof comparedWith>;
  now: Date;
  filled: number;
  /** Sums of the period and of the compared one. */
  sums: readonly SumRow[];
  before: readonly SumRow[];
}

function figuresView(asked: Asked, { section, compared, now, filled, sums, before }: FiguresOf) {
  const { language } = asked.reader.actor;
  const [totals, totalsBefore] = [totalsOf(sums), totalsOf(before)];
  return {
    ...aboutView(asked, { section, now, filled }),
    compared: compared ? periodView(compared.days, compared.period) : null,
    figures: metricsOf(section).map((id) => ({
      ...metricView(id, language),
      now: cellOf(id, totals),
      before: compared ? cellOf(id, totalsBefore) : null,
    })),
  };
}

interface FiguresQuery<T> {
  of: T;
  compare: Comparison;
  now: Date;
}

/** Figures of several sections with one reading of the sums. */
export async function readOverview(tx: Tx, asked: Asked, { of, compare, now }: FiguresQuery<readonly Section[]>) {
  const compared = comparedWith(asked, compare);
  const filled = await filledShare(tx);
  const rows = await readSums(tx, asked.selection, {
    periods: [asked.period, ...(compared ? [compared.period] : [])],
    kinds: of.flatMap(kindsOfSection),
    grouping: 'none',
    statuses: await statusesFor(tx, asked, of.includes('pipeline')),
  });
  const byPeriod = groupBy(rows, ({ period }) => period);
  const [sums, before] = [byPeriod.get(0) ?? [], byPeriod.get(1) ?? []];
  return of.map((section) => figuresView(asked, { section, compared, now, filled, sums, before }));
}

export async function readFigures(tx: Tx, asked: Asked, { of, ...query }: FiguresQuery<Section>) {
  const [view] = await readOverview(tx, asked, { ...query, of: [of] });
  if (!view) throw new Error('no figures');
  return view;
}

interface TableQuery {
  section: Section;
  table: StatisticsTable;
  compared: ReturnType<typeof comparedWith>;
  names: Names;
  statuses: Statuses;
}

async function readTable(
  tx: Tx,
  asked: Asked,
  { section, table, compared, names, statuses }: TableQuery,
): Promise<SectionStatistics['rows']> {
  const found = await readSums(tx, asked.selection, {
    periods: [asked.period, ...(compared ? [compared.period] : [])],
    kinds: kindsOfSection(section),
    grouping: table,
    statuses,
  });
  const { language } = asked.reader.actor;
  const ids: readonly MetricId[] = metricsOf(section);
  const rows = [...groupBy(found, ({ key }) => key)].map(([key, sums]) => {
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
  const parts = splitDays(asked.days, interval);
  if (parts.length > mostIntervals) throw new FieldErrors({ interval: { key: 'statistics_intervals', parts: { count: mostIntervals } } });
  const periods = parts.map((days) => instantsOf(days, asked.zone));
  const compared = comparedWith(asked, compare);
  const statuses = await statusesFor(tx, asked, section === 'pipeline');
  const found = await readSums(tx, asked.selection, {
    periods: [...periods, ...(compared ? [compared.period] : [])],
    kinds: kindsOfSection(section),
    grouping: 'none',
    statuses,
  });
  const byPeriod = groupBy(found, ({ period }) => period);
  // The parts add up to the period.
  const sums = found.filter(({ period }) => period < parts.length);
  const figures = figuresView(asked, {
    section,
    compared,
    now,
    filled: await filledShare(tx),
    sums,
    before: byPeriod.get(parts.length) ?? [],
  });
  const series = parts.map((days, index) => ({
    ...periodView(days, periods[index] ?? asked.period),
    cells: cellsOf(metricsOf(section), byPeriod.get(index) ?? []),
  }));
  const rows = await readTable(tx, asked, { section, table, compared, names, statuses });
  const isEmpty = figures.figures.every(({ now: cell }) => cell.count === 0);
  return { ...figures, table, interval, series, rows, empty: isEmpty ? statisticsText(`empty.${section}`, language) : null };
}
