import type { StatisticsBreakdown, StatisticsFilter } from '@headwater/contract/statistics';
import { type Breakdown, hasBreakdown } from '@headwater/domain/statistics/breakdowns';
import { reasonName } from '@headwater/domain/vacancies/rejection-reasons';
import { isShare, type MetricId, metricsOf, type Section } from '@headwater/domain/statistics/metrics';
import { dayMs } from '@headwater/domain/time/durations';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import { breakdownRow, type BreakdownTable, columnsOf, smallIntervals } from './breakdown-views.ts';
import { languageOf, nameOf, type Work } from './breakdown-work.ts';
import { cellOf, totalsOf } from './cells.ts';
import { groupBy } from './group.ts';
import { aboutView, readAsked, readNames, type Reader } from './reader.ts';
import { pipelineRules } from './settings.ts';
import { movesByStatus } from './status-matrix.ts';
import { countMessages, countMoves, countRejections, type MessageKeyName, type MoveRow, readTimes } from './store/breakdowns.ts';
import { countCohort, countPairs, countReached, countSources, countStuck, funnelConditions, pairKey } from './store/candidacies.ts';
import { filledShare } from './store/fill.ts';
import { keptStatusNames, mailboxAddresses } from './store/names.ts';
import { readSums, type SumRow } from './store/sums.ts';
import { metricView, statisticsText } from './texts.ts';
import { countsOf, countOf } from '@headwater/domain/statistics/metrics';
import { kindsOf } from './store/conditions.ts';

async function funnel(work: Work): Promise<BreakdownTable> {
  const { tx, asked, rules } = work;
  const steps = rules.funnel.map(({ id }) => id);
  const conditions = funnelConditions(rules, steps);
  const [all = 0, open = 0, ...counts] = await countCohort(tx, asked.selection, { period: asked.period, conditions });
  const rows = rules.funnel.map(({ id, name }, index) => {
    const count = counts[index] ?? 0;
    const before = index === 0 ? all : (counts[index - 1] ?? 0);
    return breakdownRow({
      key: String(id),
      name,
      id,
      values: { candidacies: count },
      shares: { share: [count, all], ...(count <= before ? { passed: [count, before] as const } : {}) },
      count: 'added',
    });
  });
  const first = breakdownRow({
    key: 'all',
    name: statisticsText('row.completed', languageOf(work)),
    values: { candidacies: all },
    shares: { share: [all, all] },
    count: 'added',
  });
  return { columns: columnsOf(['candidacies', 'share', 'passed'], languageOf(work)), rows: [first, ...rows], stillOpen: open };
}

/** STB-003: of those that reached one status, how many reached the other one later. */
async function conversion(work: Work): Promise<BreakdownTable> {
  const { tx, asked, rules, fromStatus, toStatus } = work;
  const from = rules.statuses.filter(({ id }) => fromStatus === undefined || id === fromStatus);
  const to = rules.statuses.filter(({ id }) => toStatus === undefined || id === toStatus);
  const starts = await countReached(tx, asked.selection, asked.period);
  const passed = await countPairs(tx, asked.selection, {
    period: asked.period,
    from: from.map(({ id }) => id),
    to: to.map(({ id }) => id),
  });
  const isChosen = fromStatus !== undefined && toStatus !== undefined;
  const rows = from.flatMap((one) =>
    to.flatMap((other) => {
      const key = pairKey(one.id, other.id);
      const count = passed.get(key) ?? 0;
      if (one.id === other.id || (count === 0 && !isChosen)) return [];
      return [
        breakdownRow({
          key,
          name: `${one.name} → ${other.name}`,
          values: { candidacies: count },
          shares: { share: [count, starts.get(one.id) ?? 0] },
          count: 'added',
        }),
      ];
    }),
  );
  return { columns: columnsOf(['candidacies', 'share'], languageOf(work)), rows };
}

const chosenMoves = (rows: readonly MoveRow[], { fromStatus, toStatus }: Work) =>
  rows.filter(
    (row) => (fromStatus === undefined || row.from_status_id === fromStatus) && (toStatus === undefined || row.to_status_id === toStatus),
  );

async function conversionEvents(work: Work): Promise<BreakdownTable> {
  const moves = await countMoves(work.tx, work.asked.selection, work.asked.period);
  const leaving = new Map(
    [...groupBy(moves, (row) => row.from_status_id)].map(([id, rows]) => [id, rows.reduce((sum, row) => sum + row.moves, 0)]),
  );
  const rows = chosenMoves(moves, work)
    .filter((row) => row.moves > 0)
    .map((row) =>
      breakdownRow({
        key: `${row.from_status_id}-${row.to_status_id}`,
        name: `${nameOf(work, row.from_status_id)} → ${nameOf(work, row.to_status_id)}`,
        values: { moves: row.moves },
        shares: { share: [row.moves, leaving.get(row.from_status_id) ?? 0] },
        count: 'moves',
      }),
    );
  return { columns: columnsOf(['moves', 'share'], languageOf(work)), rows };
}

async function timeInStatus(work: Work): Promise<BreakdownTable> {
  const times = await readTimes(work.tx, work.asked.selection, work.asked.period);
  const rows = times.map(({ from_status_id: id, moves, median, p90 }) =>
    breakdownRow({ key: String(id), name: nameOf(work, id), id, values: { moves, median, p90 }, count: 'moves' }),
  );
  return { columns: columnsOf(['moves', 'median', 'p90'], languageOf(work)), rows };
}

async function stuck(work: Work): Promise<BreakdownTable> {
  const { tx, asked, rules, now } = work;
  const before = new Date(now.getTime() - rules.stuckDays * dayMs);
  const found = await countStuck(tx, asked.selection, { before, now, statuses: rules });
  const rows = found.map(({ status_id: id, total, median, longest }) =>
    breakdownRow({ key: String(id), name: nameOf(work, id), id, values: { candidacies: total, median, longest }, count: 'added' }),
  );
  return { columns: columnsOf(['candidacies', 'median', 'longest'], languageOf(work)), rows };
}

async function bySource(work: Work): Promise<BreakdownTable> {
  const { tx, asked, rules } = work;
  const found = await countSources(tx, asked.selection, { period: asked.period, statuses: rules });
  const all = found.reduce((sum, { total }) => sum + total, 0);
  const rows = found.map(({ source, total, open, hired }) =>
    breakdownRow({
      key: source,
      name: statisticsText(`source.${source as 'search'}`, languageOf(work)),
      values: { candidacies: total, open, hired },
      shares: { share: [total, all] },
      count: 'added',
    }),
  );
  return { columns: columnsOf(['candidacies', 'share', 'open', 'hired'], languageOf(work)), rows };
}

async function rejections(work: Work): Promise<BreakdownTable> {
  const { tx, asked, rules } = work;
  const found = await countRejections(tx, asked.selection, { period: asked.period, rejected: rules.rejected });
  const all = found.reduce((sum, { moves }) => sum + moves, 0);
  const rows = found.map(({ to_status_id: status, reason_id: reason, reason: name, is_default: isDefault, moves }) =>
    breakdownRow({
      key: reason === null ? String(status) : `reason-${reason}`,
      name: name === null ? nameOf(work, status) : reasonName({ name, isDefault: isDefault ?? false }, languageOf(work)),
      id: status,
      values: { moves },
      shares: { share: [moves, all] },
      count: 'rejected',
    }),
  );
  return { columns: columnsOf(['moves', 'share'], languageOf(work)), rows: rows.filter(({ values }) => values['moves'] !== 0) };
}

async function accidentalMoves(work: Work): Promise<BreakdownTable> {
  const moves = await countMoves(work.tx, work.asked.selection, work.asked.period);
  const rows = moves
    .filter((row) => row.accidental > 0)
    .map((row) =>
      breakdownRow({
        key: `${row.from_status_id}-${row.to_status_id}`,
        name: `${nameOf(work, row.from_status_id)} → ${nameOf(work, row.to_status_id)}`,
        values: { accidental: row.accidental },
        count: 'accidental',
      }),
    );
  return { columns: columnsOf(['accidental'], languageOf(work)), rows };
}

type Sums = Pick<SumRow, 'kind' | 'n' | 'hired' | 'rejected'>;

/** A row of a table with the metrics of its section as columns. */
function metricTable(
  section: Section,
  work: Work,
  groups: readonly { key: string; name: string; sums: readonly Sums[] }[],
): BreakdownTable {
  const ids: readonly MetricId[] = metricsOf(section);
  const [first] = countsOf(section);
  return {
    columns: ids.map((id) => ({
      key: id,
      title: metricView(id, languageOf(work)).title,
      format: isShare(id) ? 'percent' : 'integer',
    })),
    rows: groups.map(({ key, name, sums }) => {
      const totals = totalsOf(sums);
      const cells = ids.map((id) => [id, cellOf(id, totals)] as const);
      return {
        key,
        name,
        id: null,
        values: Object.fromEntries(cells.map(([id, { value }]) => [id, value])),
        intervals: smallIntervals(cells),
        count: first ?? null,
      };
    }),
  };
}

const byMessage =
  (by: MessageKeyName) =>
  async (work: Work): Promise<BreakdownTable> => {
    const { tx, asked } = work;
    const language = languageOf(work);
    const groups = groupBy(await countMessages(tx, asked.selection, { period: asked.period, by }), ({ key }) => key);
    const addresses = by === 'senders' ? await mailboxAddresses(tx, [...groups.keys()].map(Number)) : new Map<number, string>();
    const name = (key: string) => {
      if (by === 'steps') return statisticsText('row.step', language, { number: Number(key) + 1 });
      if (by === 'variants') return key === '' ? statisticsText('row.no_variant', language) : key.toUpperCase();
      return addresses.get(Number(key)) ?? statisticsText(key === '0' ? 'row.no_sender' : 'row.deleted_sender', language);
    };
    const rows = [...groups].map(([key, sums]) => ({ key, name: name(key), sums: sums.map((row) => ({ ...row, hired: 0, rejected: 0 })) }));
    return metricTable(
      'messaging',
      work,
      rows.toSorted((one, other) => one.key.localeCompare(other.key, 'en', { numeric: true })),
    );
  };

const byTime =
  (section: Section, breakdown: 'weekdays' | 'hours') =>
  async (work: Work): Promise<BreakdownTable> => {
    const { tx, asked } = work;
    const { zone, period, selection } = asked;
    const kinds = countsOf(section).flatMap((id) => kindsOf(countOf(id)));
    const sums = await readSums(tx, selection, {
      periods: [period],
      kinds: [...new Set(kinds)],
      grouping: breakdown === 'weekdays' ? { weekdaysIn: zone } : { hoursIn: zone },
      statuses: { hired: [], rejected: [] },
    });
    const groups = groupBy(sums, ({ key }) => key);
    const weekday = new Intl.DateTimeFormat(languageOf(work), { weekday: 'long', timeZone: 'UTC' });
    const capitalized = (text: string) => text.slice(0, 1).toLocaleUpperCase(languageOf(work)) + text.slice(1);
    // 1 January 2001 was a Monday.
    const name = (key: number) =>
      breakdown === 'weekdays' ? capitalized(weekday.format(new Date(Date.UTC(2001, 0, key)))) : `${String(key).padStart(2, '0')}:00`;
    const keys = breakdown === 'weekdays' ? [1, 2, 3, 4, 5, 6, 7] : Array.from({ length: 24 }, (_, hour) => hour);
    return metricTable(
      section,
      work,
      keys.map((key) => ({ key: String(key), name: name(key), sums: groups.get(key) ?? [] })),
    );
  };

const makers = (section: Section): Record<Breakdown, (work: Work) => Promise<BreakdownTable>> => ({
  funnel,
  user_statuses: movesByStatus('users'),
  folder_statuses: movesByStatus('folders'),
  conversion,
  conversion_events: conversionEvents,
  time_in_status: timeInStatus,
  stuck,
  sources: bySource,
  rejections,
  accidental: accidentalMoves,
  steps: byMessage('steps'),
  variants: byMessage('variants'),
  senders: byMessage('senders'),
  weekdays: byTime(section, 'weekdays'),
  hours: byTime(section, 'hours'),
});

export interface BreakdownInput extends StatisticsFilter {
  breakdown: Breakdown;
  from_status?: number | undefined;
  to_status?: number | undefined;
}

export async function readBreakdown(
  tx: Tx,
  reader: Reader,
  { section, input, now }: { section: Section; input: BreakdownInput; now: Date },
): Promise<StatisticsBreakdown> {
  const { language } = reader.actor;
  const { breakdown } = input;
  if (!hasBreakdown(section, breakdown)) throw new FieldErrors({ breakdown: 'statistics_breakdown' });
  const names = await readNames(tx, reader, statisticsText('closed', language));
  const asked = await readAsked(tx, reader, { input, now, names });
  const rules = await pipelineRules(tx, reader, asked.scope);
  for (const field of ['from_status', 'to_status'] as const)
    if (input[field] !== undefined && !rules.statuses.some(({ id }) => id === input[field]))
      throw new FieldErrors({ [field]: 'statistics_status' });
  const keptNames = await keptStatusNames(tx, reader.company.id);
  const work: Work = { tx, asked, rules, now, names, keptNames, fromStatus: input.from_status, toStatus: input.to_status };
  const { columns, rows, stillOpen } = await makers(section)[breakdown](work);
  const counts = rows.flatMap(({ values }) => columns.map(({ key, format }) => (format === 'integer' ? Number(values[key] ?? 0) : 0)));
  const isEmpty = counts.every((count) => count === 0);
  return {
    ...aboutView(asked, { section, now, filled: await filledShare(tx) }),
    breakdown,
    title: statisticsText(`breakdown.${breakdown}.title`, language),
    definition: statisticsText(`breakdown.${breakdown}.definition`, language, { days: rules.stuckDays }),
    columns,
    rows,
    still_open: stillOpen ?? null,
    empty: isEmpty ? statisticsText(stillOpen ? 'empty.open' : 'empty.breakdown', language, { count: stillOpen ?? 0 }) : null,
  };
}
