import { UnstyledButton } from '@mantine/core';
import type { Language } from '@headwater/contract/errors';
import type { SectionStatistics } from '@headwater/contract/statistics';
import type { StatisticsTable } from '@headwater/domain/statistics/metrics';
import { formatPercent } from '#lib/format.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { EmptyState } from '#ui/states.tsx';
import type { DataColumn, Sort } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { Cell } from '../api/statistics.ts';
import { formatCell } from '../model/format.ts';
import type { Figure } from '../model/figures.ts';
import classes from './statistics.module.css';

type Row = SectionStatistics['rows'][number];

const dimension = { users: 'user', folders: 'folder', templates: 'template' } as const satisfies Record<StatisticsTable, string>;

const cellOf = (table: StatisticsTable, { id }: Row): Cell => (id === null ? { without: dimension[table] } : { [dimension[table]]: id });

function sorted(rows: readonly Row[], sort: Sort | undefined): readonly Row[] {
  if (!sort) return rows;
  const { column, descending } = sort;
  const valueOf = ({ cells }: Row) => cells[column as Figure['id']]?.value ?? -1;
  const order =
    column === 'name'
      ? (one: Row, other: Row) => one.name.localeCompare(other.name)
      : (one: Row, other: Row) => valueOf(one) - valueOf(other);
  const ascending = rows.toSorted(order);
  return descending ? ascending.toReversed() : ascending;
}

type OpenNumber = (figure: Figure, of: { name: string; cell: Cell }) => void;

interface RowsTableProps {
  view: SectionStatistics;
  figures: readonly Figure[];
  dimmed: boolean;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  onOpen: OpenNumber;
}

interface ColumnsOf {
  table: StatisticsTable;
  figures: readonly Figure[];
  onOpen: OpenNumber;
  language: Language;
  t: TFunction<'statistics'>;
}

function columnsOf({ table, figures, onOpen, language, t }: ColumnsOf): DataColumn<Row>[] {
  const numbers = figures.map((figure): DataColumn<Row> => ({
    id: figure.id,
    header: figure.title,
    width: figure.unit === 'share' ? 152 : 132,
    align: 'right',
    sortable: true,
    cell: (row) => {
      const cell = row.cells[figure.id];
      const text = cell && formatCell(figure, cell, language);
      if (!cell || text === undefined) return t('none');
      const [low = '', high = ''] = (cell.is_small && cell.interval?.map((share) => formatPercent(share, language))) || [];
      return (
        <>
          <UnstyledButton
            className={classes.number}
            aria-label={t('openNumber', { value: text, title: figure.title, name: row.name })}
            onClick={() => onOpen(figure, { name: row.name, cell: cellOf(table, row) })}
          >
            {text}
          </UnstyledButton>
          {low && <span className={classes.interval}>{t('between', { low, high })}</span>}
        </>
      );
    },
  }));
  const name: DataColumn<Row> = {
    id: 'name',
    header: t(`table.${table}`),
    minWidth: 160,
    sortable: true,
    hideable: false,
    cell: (row) => <span data-quiet={row.id === null || row.is_deleted || undefined}>{row.name}</span>,
  };
  return [name, ...numbers];
}

const rowHeight = 40;

/** STC-026: users, vacancies or templates. Each number opens the list behind it. */
export function RowsTable({ view, figures, dimmed, sort, onSort, onOpen }: RowsTableProps) {
  const { t, language } = useTranslation('statistics');
  const { rows, table } = view;
  return (
    <div className={classes.table}>
      <DataTable
        id={`statistics-${view.section}`}
        label={t(`table.${table}`)}
        columns={columnsOf({ table, figures, onOpen, language, t })}
        rows={sorted(rows, sort)}
        rowId={({ id }) => id ?? 0}
        rowName={(row) => row.name}
        sort={sort}
        onSort={onSort}
        dimmed={dimmed}
        rowHeight={rowHeight}
        empty={<EmptyState title={view.empty ?? t('emptyTable')} />}
      />
    </div>
  );
}
