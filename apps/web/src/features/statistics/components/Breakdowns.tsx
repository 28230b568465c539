import { Select, Table, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { StatisticsBreakdown, StatisticsFilters } from '@headwater/contract/statistics';
import { type Breakdown, matrixRow } from '@headwater/domain/statistics/breakdowns';
import type { MetricId } from '@headwater/domain/statistics/metrics';
import { formatPercent } from '#lib/format.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Chart } from '#ui/charts/Chart.tsx';
import { Funnel } from '#ui/charts/Funnel.tsx';
import { SectionHead } from '#ui/SectionHead.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { type BreakdownOf, breakdownQuery, type Cell } from '../api/statistics.ts';
import { wrongFields } from '../model/wrong-fields.ts';
import type { Filter } from '../model/asked.ts';
import { formatValue } from '../model/format.ts';
import type { SectionPlace } from '../model/place.ts';
import classes from './statistics.module.css';

type Row = StatisticsBreakdown['rows'][number];
type OpenRows = (metric: MetricId, of: { name: string; cell: Cell }) => void;

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** The funnel as bars, weekdays and hours as a chart; other tables speak for themselves. */
function Picture({ data }: { data: StatisticsBreakdown }) {
  const { breakdown, rows, columns, title } = data;
  if (breakdown === 'funnel') {
    const steps = rows.map(({ key, name, values }) => ({ key, name, value: isNumber(values['candidacies']) ? values['candidacies'] : 0 }));
    return <Funnel title={title} steps={steps} />;
  }
  if (breakdown !== 'weekdays' && breakdown !== 'hours') return null;
  const counts = columns.filter(({ format }) => format === 'integer').slice(0, 4);
  const series = counts.map(({ key, title: name }) => ({
    key,
    name,
    values: rows.map(({ values }) => (isNumber(values[key]) ? values[key] : 0)),
  }));
  return (
    <Chart title={title} kind="bars" categoryTitle={title} categories={rows.map(({ name }) => ({ label: name, name }))} series={series} />
  );
}

interface RowsProps {
  data: StatisticsBreakdown;
  onOpen: OpenRows;
}

function Rows({ data, onOpen }: RowsProps) {
  const { t, language } = useTranslation('statistics');
  const cellText = (row: Row, column: StatisticsBreakdown['columns'][number]) => {
    const value = row.values[column.key] ?? null;
    if (value === null) return t('none');
    const range = row.intervals[column.key]?.map((share) => formatPercent(share, language));
    const text = formatValue(column, value, language);
    return range ? (
      <>
        {text} <span className={classes.interval}>{t('between', { low: range[0] ?? '', high: range[1] ?? '' })}</span>
      </>
    ) : (
      text
    );
  };
  const first = data.columns[0]?.key;
  const rowIs = matrixRow(data.breakdown);
  const cellOf = (row: Row, column: string): Cell => {
    if (!rowIs) return { breakdown: data.breakdown, key: row.key };
    return { breakdown: data.breakdown, key: column, ...(row.id === null ? { without: rowIs } : { [rowIs]: row.id }) };
  };
  return (
    <div className={classes.wide}>
      <Table verticalSpacing={6} aria-label={data.title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{data.title}</Table.Th>
            {data.columns.map(({ key, title, format }) => (
              <Table.Th key={key} ta={format === 'text' ? undefined : 'right'}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.rows.map((row) => {
            const { count } = row;
            return (
              <Table.Tr key={row.key}>
                <Table.Td className={classes.rowName}>{row.name}</Table.Td>
                {data.columns.map((column) => (
                  <Table.Td key={column.key} ta={column.format === 'text' ? undefined : 'right'}>
                    {count !== null && (column.key === first || (rowIs && row.values[column.key] !== 0)) ? (
                      <UnstyledButton
                        className={classes.number}
                        aria-label={t('openNumber', { value: String(row.values[column.key] ?? ''), title: column.title, name: row.name })}
                        onClick={() =>
                          onOpen(count, { name: rowIs ? `${row.name} · ${column.title}` : row.name, cell: cellOf(row, column.key) })
                        }
                      >
                        {cellText(row, column)}
                      </UnstyledButton>
                    ) : (
                      cellText(row, column)
                    )}
                  </Table.Td>
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface BreakdownsProps {
  place: SectionPlace;
  filter: Filter;
  filters: StatisticsFilters;
  shown: BreakdownOf;
  onChange: (change: Partial<BreakdownOf>) => void;
  onOpen: OpenRows;
}

const comparesStatuses = (breakdown: Breakdown) => breakdown === 'conversion' || breakdown === 'conversion_events';

function Statuses({
  filters,
  shown,
  onChange,
  wrong,
}: Pick<BreakdownsProps, 'filters' | 'shown' | 'onChange'> & { wrong: Record<string, string> }) {
  const { t } = useTranslation('statistics');
  const data = filters.statuses.map(({ id, name }) => ({ value: String(id), label: name }));
  return (['from_status', 'to_status'] as const).map((name) => (
    <Select
      key={name}
      size="xs"
      label={t(name)}
      searchable
      data={data}
      value={shown[name] === undefined ? null : String(shown[name])}
      error={wrong[name]}
      onChange={(value) => onChange({ [name]: value === null ? undefined : Number(value) })}
    />
  ));
}

/** STB-003, STB-004: funnel, conversion, times, sources, steps, variants and others. */
export function Breakdowns({ place, filter, filters, shown, onChange, onOpen }: BreakdownsProps) {
  const { t } = useTranslation('statistics');
  const { data, error, isPlaceholderData, refetch } = useQuery(breakdownQuery(place, filter, shown));
  const wrong = wrongFields(error);
  const isCurrent = data?.breakdown === shown.breakdown;
  return (
    <section className={classes.part}>
      <SectionHead title={t('more')} />
      <div className={classes.filters}>
        <Select
          size="xs"
          label={t('breakdown')}
          data={filters.breakdowns.map(({ id, title }) => ({ value: id, label: title }))}
          value={shown.breakdown}
          allowDeselect={false}
          onChange={(value) => value && onChange({ breakdown: value as Breakdown })}
        />
        {comparesStatuses(shown.breakdown) && <Statuses filters={filters} shown={shown} onChange={onChange} wrong={wrong} />}
      </div>
      {error && Object.keys(wrong).length === 0 && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && (!data || !isCurrent) && <SkeletonText lines={6} />}
      {!error && data && isCurrent && (
        <div className={classes.part} data-dimmed={isPlaceholderData || undefined}>
          <p className={classes.lead}>
            {data.definition}
            {data.still_open !== null && `. ${t('stillOpen', { count: data.still_open })}`}
          </p>
          {data.rows.length === 0 ? (
            <EmptyState title={data.empty ?? t('emptyTable')} />
          ) : (
            <>
              <Picture data={data} />
              <Rows data={data} onOpen={onOpen} />
            </>
          )}
        </div>
      )}
    </section>
  );
}
